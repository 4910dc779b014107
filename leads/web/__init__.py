"""The screens: one function for each address, one file for each noun, one call down each."""
