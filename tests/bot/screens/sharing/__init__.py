"""A match as one file that opens anywhere."""
