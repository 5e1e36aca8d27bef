"""Text and JSON, in and out."""
