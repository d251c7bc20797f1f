"""The root of the API, and the doors that belong to no app below."""
