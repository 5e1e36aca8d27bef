"""Attacks: what a user, a disk or a signal may do to the program, made at random."""
