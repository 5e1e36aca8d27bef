"""Asking the kernel."""
