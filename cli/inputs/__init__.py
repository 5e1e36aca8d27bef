"""What a command is asked about."""
