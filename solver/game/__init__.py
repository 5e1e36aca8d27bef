"""What is played, and the referee."""
