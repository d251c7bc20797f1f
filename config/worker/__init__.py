"""Time limits of tasks."""
