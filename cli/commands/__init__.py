"""One thin file for each command: parse, call, show."""
