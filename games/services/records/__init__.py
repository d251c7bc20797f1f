"""What is submitted: proving it, its players and day, claims, and imports."""
