"""Archives of events: written here, and taken in from other installations."""

from .exports import export_event
from .imports import Choices, preview_archive, take_archive
from .reading import read_proved
