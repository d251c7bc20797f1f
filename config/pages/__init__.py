"""The website: one folder a noun, one module a page. Pages call selectors and services only."""
