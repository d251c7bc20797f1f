"""The proof of a pairing, in a public part and one for staff, and the hashes of documents."""
