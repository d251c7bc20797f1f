"""Stakes: bids, the books of a match, winnings."""
