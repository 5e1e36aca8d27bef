"""The site: its variants, game files and links."""
