"""Writes: one verb a file. Each is one transaction of three rows: the mirror, the decision, the outbox."""
