"""Exact chances while the pile lies face down."""
