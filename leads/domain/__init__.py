"""The rules of working with leads, in plain Python: no Django, no clock, no input or output."""
