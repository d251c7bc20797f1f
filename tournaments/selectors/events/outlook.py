"""What an entry still needs in an event that runs: chances of places, as a document."""

import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from hashlib import blake2s
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from engine.errors import gettext_noop
from tournaments import cache_claims
from tournaments.choices import EventStatus, StageStatus
from tournaments.documents import Document
from tournaments.errors import DomainError, InvalidInput
from tournaments.models import Event, Stage
from tournaments.outlook.completions import ChancesOf, standard_error
from tournaments.outlook.explain import (
    Sentence,
    condition_sentence,
    method_sentences,
    own_result,
    own_sentences,
    place_in_event,
    sentence_text,
    status_sentence,
)
from tournaments.outlook.marks import OPEN, CutOff, mark
from tournaments.outlook.needs import Condition, Need, needs_of
from tournaments.outlook.stage import REFUSALS, Outlook, OutlookRefused, stage_outlook
from tournaments.selectors.events.state import event_state
from tournaments.selectors.events.tables import players_by_number
from tournaments.state import EventState
from tournaments.wording import translate_marked

STORED_SECONDS, WAIT_SECONDS, POLL_SECONDS = 600, 3, 0.05
NOT_RUNNING, NOT_IN_STAGE = "outlook_not_running", "outlook_not_in_stage"
SENTENCES: dict[str, str] = {
    **REFUSALS,
    NOT_RUNNING: gettext_noop("The event is not being played: there is nothing to come."),
    NOT_IN_STAGE: gettext_noop("This entry does not take part in the current stage."),
}
REASONS = tuple(SENTENCES)
RESULT_CODES = ("first", "draw", "second")  # by seat


class NoOutlook(DomainError):
    """`reason`: a key of SENTENCES."""

    code = "no_outlook"
    message = "{why}"

    def __init__(self, reason: str) -> None:
        super().__init__(reason=reason, why=translate_marked(SENTENCES[reason]))


class Chances(NamedTuple):
    """The chances of a game. versions: they change with any of them. pool: of which list."""

    of: ChancesOf
    versions: tuple[object, ...] = ()
    pool: str = ""


def cut_off_of(stage: Stage | None) -> CutOff | None:
    """The line of a stage to the next one, if that says how many qualify."""
    if stage is None:
        return None
    following = Stage.objects.filter(event=stage.event_id, number=stage.number + 1).first()
    places = following.options.get("places") if following else None
    if following is None or not places:
        return None
    return CutOff(int(places), bool(following.options.get("best_of_rest")))


def running_stage(event: Event) -> Stage | None:
    """The stage that is played; None if the event does not run."""
    if event.state != EventStatus.RUNNING:
        return None
    return event.stages.filter(state=StageStatus.RUNNING).order_by("-number").first()


def entry_outlook(
    event: Event,
    number: int,
    chances: Chances,
    *,
    place: int = 1,
    names: Mapping[int, str] | None = None,
) -> Document:
    """The outlook of an entry: its places, and what it needs for `place` or a better one.

    Computed once for all entries of a group while no result changes. names: as the sentences call
    the players, by entry number; None: by their names.

    :raises NoOutlook: there is none; its reason says why.
    :raises InvalidInput: there is no such place.
    """
    outlook, version = _stored_outlook(event, number, chances)
    entries = len(outlook.found.entries)
    if not 1 <= place <= entries:
        raise InvalidInput(
            field="place", problem=_("a place from 1 to {last}").format(last=entries)
        )
    people = players_by_number(event)
    names = names or {each: str(row["name"]) for each, row in people.items()}
    cut_off = cut_off_of(running_stage(event))
    return {
        "event": event.slug,
        "entry": number,
        "name": people[number]["name"],
        "version": version,
        "method": "simulated" if outlook.seed is not None else "exact",
        "ways": outlook.found.total,
        "seed": outlook.seed,
        "pool": chances.pool or None,
        "after_round": outlook.after_round or None,
        "is_final": outlook.is_final,
        "entries": entries,
        "cutoff": cut_off.places if cut_off else None,
        **_possible(outlook, number),
        "places": _places(outlook, number),
        "target": _target(outlook, number, place),
        "needs": [
            _need_document(need, outlook, number, names)
            for need in needs_of(outlook.found, number, place)
        ],
        "explanation": [
            {"code": sentence.code, "text": _text(sentence, names)}
            for sentence in method_sentences(outlook)
        ],
    }


def _stored_outlook(event: Event, number: int, chances: Chances) -> tuple[Outlook, int]:
    """The outlook of the group of an entry, and its results_version; computed by one process."""
    if event.state != EventStatus.RUNNING:
        raise NoOutlook(NOT_RUNNING)
    state, version = event_state(event.pk)
    if number not in state.entry_numbers:
        raise NoOutlook(NOT_IN_STAGE)
    group = state.entrant(number).group
    marks = (event.pk, version, event.settings_version, group, *chances.versions)
    key = f"outlook:{blake2s(repr(marks).encode(), digest_size=16).hexdigest()}"
    load: Callable[[], Outlook | None] = partial(cache.get, key)
    found = load() or cache_claims.wait_for_other(
        key, load, seconds=WAIT_SECONDS, poll_seconds=POLL_SECONDS
    )
    if found is None:
        try:
            found = _compute(state, number, chances.of, seed=seed_of(event, version))
            cache.set(key, found, STORED_SECONDS)
        finally:
            cache_claims.release(key)
    return found, version


def _compute(state: EventState, number: int, chances_of: ChancesOf, *, seed: int) -> Outlook:
    end = time.monotonic() + settings.OUTLOOK_SECONDS
    try:
        return stage_outlook(
            state,
            number,
            chances_of,
            seed=seed,
            has_time=lambda: time.monotonic() < end,
        )
    except OutlookRefused as refused:
        raise NoOutlook(refused.code) from refused


def seed_of(event: Event, version: int) -> int:
    """The lot of a simulation: the same for everybody while no result changes."""
    digest = blake2s(f"{event.slug} {version}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big")


def _possible(outlook: Outlook, number: int) -> Document:
    """Best and worst place that are still possible; null if they are not known."""
    bounds = {} if outlook.bounds is None else outlook.bounds
    found = outlook.found.extremes(number) if outlook.found.is_exact else bounds.get(number)
    return {"best": found and found[0], "worst": found and found[1]}


def _places(outlook: Outlook, number: int) -> list[Document]:
    found = outlook.found
    ways = found.place_ways(number) if found.is_exact else {}
    return [
        {"place": place, "ways": _ways(ways.get(place)), **_chance(outlook, chance, found.total)}
        for place, chance in found.place_chances(number).items()
    ]


def _ways(ways: Fraction | None) -> str | None:
    return None if ways is None else str(ways)


def _chance(outlook: Outlook, chance: float, samples: int) -> Document:
    """chance: 0..1. error: the standard error of a simulation; null of an exact chance."""
    error = None if outlook.found.is_exact else round(standard_error(chance, samples), 4)
    return {"chance": round(chance, 4), "error": error}


def _target(outlook: Outlook, number: int, place: int) -> Document:
    found, possible = outlook.found, _possible(outlook, number)
    status = OPEN
    if possible["best"] is not None:
        status = mark(possible["best"], possible["worst"], place)
    return {
        "place": place,
        "status": status,
        **_chance(outlook, found.reach_chance(number, place), found.total),
    }


def _need_document(need: Need, outlook: Outlook, number: int, names: Mapping[int, str]) -> Document:
    own = [_text(sentence, names) for sentence in own_sentences(need, number)]
    return {
        "own": [
            {
                "round": game.round,
                "game": game.number,
                "opponent": next(entry for entry in game.seats if entry != number),
                "result": own_result(game, result, number),
            }
            for game, result in need.own
        ],
        "own_text": own,
        "status": need.status,
        "text": _text(status_sentence(need), names),
        **_chance(outlook, need.chance, need.samples),
        "alternatives": [
            [_condition_document(condition, names) for condition in alternative]
            for alternative in need.alternatives
        ],
    }


def _condition_document(condition: Condition, names: Mapping[int, str]) -> Document:
    game = condition.game
    text = sentence_text(
        place_in_event(game),
        translate=translate_marked,
        text=_text(condition_sentence(condition), names),
    )
    return {
        "round": game.round,
        "table": game.table,
        "game": game.number,
        "seats": list(game.seats),
        "results": [RESULT_CODES[result] for result in condition.results],
        "text": text[:1].upper() + text[1:],
    }


def _text(sentence: Sentence, names: Mapping[int, str]) -> str:
    return sentence_text(sentence, translate=translate_marked, names=names)
