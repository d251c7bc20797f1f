"""The OpenAPI document: what drf-spectacular reads from the views, and the words beside it."""
