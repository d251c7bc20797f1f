"""Requests to other servers: what they are sent to, and sending one with a limit of its time."""
