"""The lot of a round in words: its number, and where that is from."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments import proof


def lot_label(document: Mapping[str, Any] | None) -> str:
    """For a round with this proof; empty where nothing of it was left to the lot."""
    lot = proof.lot_of(document) if document else None
    if lot is None:
        return ""
    origin, seed = lot
    words = {
        "drawn": _("lot drawn: %(number)s"),
        "given": _("number of the lot, given by staff: %(number)s"),
    }
    return words[origin] % {"number": seed}
