"""The ladder: its rungs, whom the reader may challenge and why not the others, open challenges."""

from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Document, Event
from config.pages.event.events import open_event
from config.pages.forms import Action, ActionForms, Form, NumberField
from config.pages.live import live_event_page
from tournaments.actor import Actor
from tournaments.choices import ChallengeState, EventStatus
from tournaments.errors import require_found
from tournaments.selectors.ladder.situation import (
    challenges_of,
    current_ladder,
    describe_challenge,
    ladder_document,
    open_challenges_of,
    own_entry,
)
from tournaments.services.ladder import challenges

LATEST = 10  # challenges that are over, and moves


class ChallengeForm(Form):
    entry_id = NumberField()


class AnswerForm(Form):
    challenge_id = NumberField()


ACTIONS = {
    "challenge": Action(ChallengeForm, challenges.make_challenge, _("The challenge is made.")),
    "accept": Action(
        AnswerForm, challenges.accept_challenge, _("Accepted: the match is on your table.")
    ),
    "decline": Action(
        AnswerForm, challenges.decline_challenge, _("Declined: the challenger has your rung now.")
    ),
    "withdraw": Action(AnswerForm, challenges.withdraw_challenge, _("It is taken back.")),
}


class ChallengeRow(NamedTuple):
    """may_answer, may_withdraw: the buttons of this reader. words: its state."""

    id: int
    challenger: str
    challenged: str
    answer_by: datetime
    words: str
    may_answer: bool
    may_withdraw: bool


@live_event_page
def event_ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """The buttons of players: challenge, accept, decline, take back."""
    found, context = open_event(request, slug, "ladder")
    stage = require_found(current_ladder(found), "ladder of", slug)
    actor = actor_of(request)
    sent = ActionForms(request, ACTIONS)
    if request.method == "POST":
        sent.run_with_messages(request, actor=actor, event_id=found.pk)
        return redirect("pages:event-ladder", slug=slug)
    rows = list(challenges_of(found)[: 4 * LATEST])
    open_ones = [row for row in rows if row.state == ChallengeState.OPEN]
    over = [row for row in rows if row.state != ChallengeState.OPEN][:LATEST]
    document = ladder_document(found, stage, actor, timezone.now())
    is_running = found.state == EventStatus.RUNNING
    context |= {
        "rungs": document["rungs"],
        "moves": document["moves"][:LATEST],
        "may_act": is_running and any(rung["is_mine"] for rung in document["rungs"]),
        "open_challenges": _rows(found, actor, [describe_challenge(row) for row in open_ones]),
        "over": _rows(found, actor, [describe_challenge(row) for row in over]),
    }
    return render(request, "pages/event/rolling/ladder.html", context)


def _rows(event: Event, actor: Actor, rows: list[Document]) -> list[ChallengeRow]:
    mine = own_entry(event, actor)
    me = mine.pk if mine is not None and event.state == EventStatus.RUNNING else None
    return [
        ChallengeRow(
            id=row["id"],
            challenger=row["challenger"]["name"],
            challenged=row["challenged"]["name"],
            answer_by=row["answer_by"],
            words=str(ChallengeState(row["state"]).label),
            may_answer=me == row["challenged"]["entry_id"],
            may_withdraw=me == row["challenger"]["entry_id"],
        )
        for row in rows
    ]


class MyChallenge(NamedTuple):
    """An open challenge on the table of a player. is_mine: the reader has to answer it."""

    event: str
    event_name: str
    opponent: str
    answer_by: datetime
    is_mine: bool


def my_challenges(actor: Actor) -> list[MyChallenge]:
    """The open challenges of a player in all events, the first to answer first."""
    found = []
    for row in open_challenges_of(actor):
        document = describe_challenge(row)
        mine = own_entry(row.stage.event, actor)
        is_mine = mine is not None and mine.pk == row.challenged_id
        other = document["challenger" if is_mine else "challenged"]
        event = row.stage.event
        found.append(MyChallenge(event.slug, event.name, other["name"], row.answer_by, is_mine))
    return found
