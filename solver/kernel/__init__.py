"""What the search kernel is made of; `solver/_core.pyx` is its door."""
