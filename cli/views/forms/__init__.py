"""Answers in the forms of other files."""
