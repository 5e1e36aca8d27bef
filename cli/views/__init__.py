"""How each answer looks."""
