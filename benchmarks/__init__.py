"""Fixed sets of deals: how fast they are solved, and the signature of the search."""
