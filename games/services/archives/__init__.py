"""Archives of events: written here, and taken in from other installations."""

from .exports import export_event
