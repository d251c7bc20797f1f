"""Reading rounds, pairings, slots and their proofs."""
