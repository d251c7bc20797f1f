"""Notices to players and staff about their events, on the page and by mail.

The feed of changes says what happened. `making.py` decides, without a database, who gets which
notice of a change; `words.py` writes it for a reader.
"""
