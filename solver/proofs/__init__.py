"""Proofs that a score cannot be reached, as files that programs of others can check."""
