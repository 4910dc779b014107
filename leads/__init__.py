"""KISS CRM: working leads from the first touch to a deal or a recorded outcome."""
