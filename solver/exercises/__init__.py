"""Endgames to learn from."""
