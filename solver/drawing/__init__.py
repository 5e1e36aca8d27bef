"""Pictures; nothing else here imports matplotlib."""
