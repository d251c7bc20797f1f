"""Accounts, sign-in, invitations, personal links, API tokens and the limits on guessing."""
