"""What the desk prints: lists, slips, score sheets."""
