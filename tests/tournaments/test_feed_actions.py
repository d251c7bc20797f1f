"""What of the journals the feed has."""

import pytest

from config.admin_pages.journal import ACTIONS
from config.pages.desk.journal_words import SENTENCES
from tournaments.actor import SYSTEM, Actor
from tournaments.services.feed.actions import LEFT_OUT, LISTED, change_of
from tournaments.services.journal import Note


def test_every_action_of_the_journals_is_listed_or_left_out():
    """Other tests see that every action that is written has its words."""
    for action in {*SENTENCES, *ACTIONS}:
        topic = action.partition(".")[0]
        assert (action in LISTED) != bool({action, topic} & set(LEFT_OUT)), action
    assert set(LISTED) <= {*SENTENCES, *ACTIONS}


@pytest.mark.parametrize(
    ("note", "public"),
    [
        (Note("entry.added", "event:cup", "entry:1", None, {"state": "in"}), True),
        (Note("entry.added", "event:cup", "entry:1", None, {"state": "applied"}), False),
        (Note("entry.cancelled", "event:cup", "entry:1", {"state": "in"}, {"state": "x"}), True),
        (Note("entry.withdrawn", "event:cup", "entry:1", None, {"from_round": 2}), True),
        (Note("round.withdrawn", "event:cup", "round:1", {"state": "draft"}), False),
        (Note("round.withdrawn", "event:cup", "round:1", {"state": "published"}), True),
        (Note("round.paired", "event:cup", "round:1"), False),
    ],
)
def test_what_is_public(note, public):
    change = change_of(SYSTEM, note)
    assert change is not None
    assert change.public is public


# Changes that are not public: drafts, roles, requests and disputes.
NOT_PUBLIC = """
    apart.ended apart.kept apart.restored apart.rule apart.rule_ended
    entry.absent entry.adjusted entry.adjustment_cancelled entry.bye_asked entry.bye_cancelled
    entry.check_in_undone entry.checked_in entry.edited
    event.copied event.created event.deleted event.draft
    lot.drawn lot.given lot.redrawn
    pairing.cancelled playoff.ordered role.granted role.revoked
    round.discarded round.edit_undone round.edited round.paired round.times
    slot.disputed slot.entered slot.ruled slot.taken_back
    stakes.agreed stakes.bid stakes.on stakes.taken_back
    team.line_up time.declined time.proposed
"""


def test_which_changes_are_not_public():
    assert {name for name, listed in LISTED.items() if not listed.public} == {*NOT_PUBLIC.split()}


def test_a_change_holds_ids_and_codes_only():
    after = {"kind": "played", "outcome": "R-0", "revision": 2, "facts": {"x": 1}, "source": "y"}
    note = Note("result.recorded", "event:cup", "slot:7", None, after, "a free text")
    change = change_of(SYSTEM, note)
    assert change is not None
    assert (change.event, change.slot, change.pairing) == ("cup", 7, None)
    assert change.data == {"kind": "played", "outcome": "R-0", "revision": 2}


def test_games_outside_events():
    note = Note("game.submitted", "site", "game:abc")
    change = change_of(SYSTEM, note)
    assert change is not None
    assert (change.kind, change.game, change.event, change.public) == ("game", "abc", "", True)
    assert change_of(Actor("import"), note) is None
    assert change_of(SYSTEM, Note("game.refused", "site", "game:abc")) is None
    assert change_of(SYSTEM, Note("player.created", "site", "player:abc")) is None
