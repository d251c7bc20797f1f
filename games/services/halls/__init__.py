"""An event that is run in a hall without a network: taken there, opened, and brought back."""

from .leaving import export_return
from .opening import open_hall
from .returning import Answers, return_hall
from .takes import release_hall, take_event
