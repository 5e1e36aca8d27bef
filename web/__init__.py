"""The page: see a deal, a game or an endgame, try moves, and learn."""
