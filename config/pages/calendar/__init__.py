"""Calendars as files for calendar programs, and the page of one's own."""
