"""Pages of an account: signing up and in, passwords, invitations, tokens."""
