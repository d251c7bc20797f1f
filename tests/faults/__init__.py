"""The harness of faults: a service of its own is struck while a crowd plays, then examined.

`python -m tests.faults` strikes everything; with `--write` it writes docs/reliability.md.
"""
