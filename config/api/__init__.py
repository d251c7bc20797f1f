"""The root of the API, and the views that belong to no app below."""
