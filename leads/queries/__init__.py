"""Reads: one screen a file, frozen results. Nothing here changes anything."""
