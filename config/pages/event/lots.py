"""Labels of lot numbers."""

from django.utils.translation import gettext as _

from config.pages.annotations import Document
from tournaments.proof import proof


def lot_label(document: Document | None) -> str:
    """The lot number of a round and its origin; empty if nothing was drawn by lot."""
    lot = proof.drawn_seed(document) if document else None
    if lot is None:
        return ""
    origin, seed = lot
    words = {
        "drawn": _("lot drawn: %(number)s"),
        "given": _("number of the lot, given by staff: %(number)s"),
    }
    return words[origin] % {"number": seed}
