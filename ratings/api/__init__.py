"""API views of ratings."""
