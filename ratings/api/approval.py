"""Approve clubs and events for rating, for site staff."""

from ratings import services
from tournaments import selectors
from tournaments.api.events import EventActionApiView
from tournaments.api.view import ActionApiView
from tournaments.serializers.people import ClubOut


class ClubActionApiView(ActionApiView, gives=ClubOut):
    def key(self) -> dict[str, int]:
        return {"club_id": selectors.get_club(self.kwargs["slug"]).pk}


class ClubApprove(ClubActionApiView, does=services.approve_club):
    """Let the games of the club's events change ratings, including those played before."""


class ClubApproveUndo(ClubActionApiView, does=services.undo_club_approval):
    """Undo the approval: the games of the club's events no longer change ratings."""


class EventApprove(EventActionApiView, does=services.approve_event):
    """Let the games of this event change ratings, including those played before."""


class EventApproveUndo(EventActionApiView, does=services.undo_event_approval):
    """Undo the approval: its games no longer change ratings, unless its club is approved."""
