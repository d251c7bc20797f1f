"""Photographs of score sheets: read, made small and written again. Knows no database."""
