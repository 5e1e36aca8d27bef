"""What a position or a played game is worth."""
