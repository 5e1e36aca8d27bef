"""The page: what it is told, and the server that tells it."""
