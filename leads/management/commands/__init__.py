"""The commands of manage.py, one a file."""
