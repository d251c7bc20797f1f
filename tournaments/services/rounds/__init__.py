"""Services for rounds: pairing, drafts, publishing, results, times."""
