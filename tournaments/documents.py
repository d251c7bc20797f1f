"""Names for JSON values whose fields are checked elsewhere. Pure."""

from collections.abc import Mapping
from typing import Any

Document = dict[str, Any]  # stored, sent or answered
Settings = Mapping[str, Any]  # of an event, a stage or a registration; only read
