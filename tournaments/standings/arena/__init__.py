"""An arena: points with streaks, and who is free."""
