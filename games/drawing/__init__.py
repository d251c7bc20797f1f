"""Drawings of Tak boards as SVG and in words."""
