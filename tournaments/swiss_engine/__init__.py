"""gacrux (www.gacrux.no) with less work: the same pairs, and only the edges that are looked at.

Runs in the child process of `tournaments.pairing_child`. The only package that imports gacrux; no
Django.
"""
