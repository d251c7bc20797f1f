"""Services about rounds: pairing, drafts, publishing, results, times."""
