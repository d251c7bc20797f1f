"""Backups of the whole database: one file, read into any database that the project runs on."""
