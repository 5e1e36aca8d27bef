"""Where text goes and where it comes from."""
