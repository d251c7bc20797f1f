"""API views that show or change only data of tournaments."""
