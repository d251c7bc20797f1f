"""Notices: what people are told of events that they play in or run, on the page and by mail.

The feed of changes says what happened. `making.py` says, without a database, whom a change is told
to and what; `words.py` writes it for a reader.
"""
