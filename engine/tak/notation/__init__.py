"""Notations of Tak: PTN, TPS, playtak.com's, and tags."""
