"""Pages of the desk about rounds: pairing, drafts, publishing."""
