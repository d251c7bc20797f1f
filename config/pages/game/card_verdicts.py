"""Verdict cards of card games."""

from collections.abc import Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Document
from config.pages.game.verdict_card import PlaceRow, RecordRow, VerdictCard, warning_sentences
from config.pages.names import isolate
from engine.errors import RecordError
from engine.games import CARD_GAMES
from engine.gamnon.refusals import PlayRefused
from engine.taki.refusals import ActionRefused
from games.outcomes import GameEnd, card_game_end
from games.places import end_scores
from tournaments.wording import refusal_sentence

_REASONS = {
    "empty_hand": gettext_lazy(
        "The first empty hand ends the game. The others are placed by the cards they still held."
    ),
    "pile_empty": gettext_lazy("No card was left to draw, so the fewest cards win."),
    "turn_limit": gettext_lazy("The turn limit came first, so the fewest cards win."),
    "win": gettext_lazy("The winner alone still held cards. All others share the places below."),
    "adjudication": gettext_lazy(
        "The turn limit came before the end, so the places follow the cards in hand."
    ),
}
_BROKEN_OFF = gettext_lazy("The actions are legal, and the game breaks off before its end.")
CONTEXT = 3  # lines of the record shown before the fault


def result_card(
    game: str,
    names: Sequence[str],
    *,
    verdict: Document | None,
    claim: Document | None = None,
    match: Document | None = None,
) -> VerdictCard:
    """The card of a verdict, or of a claim if there is none. names: by seat.

    match: of the event; without one the places have no points.
    """
    ended = card_game_end(game, seats=len(names), verdict=verdict, claim=claim)
    proven = bool(verdict and verdict["proven"])
    reason = str((verdict or {}).get("reason", ""))
    sentence = str(_REASONS.get(reason, _BROKEN_OFF)) if verdict else ""
    if not verdict:
        sentence = _("No record was sent, so the other players’ word counts.")
    subheading = _("Proved from the record") if proven else _("Not proved by the actions")
    return VerdictCard(
        kind="proved" if proven else "claimed",
        heading=_heading(ended, names),
        subheading=subheading if verdict else _("On the players’ word"),
        sentences=(sentence,),
        places=_places(ended, names, match),
        warnings=warning_sentences((verdict or {}).get("warnings", ())),
    )


def refused_card(error: RecordError, record: str) -> VerdictCard:
    """The card of a refused record: line, token, reason and the lines before it."""
    sentence = capfirst(refusal_sentence(error))
    if error.line is None:
        heading, where = _("The record cannot be read to its end"), _("The whole record")
        return VerdictCard(
            "refused", heading, where, sentences=(sentence,), guide=guide_game(error)
        )
    return VerdictCard(
        kind="refused",
        heading=_("Line %(line)d cannot be accepted") % {"line": error.line},
        subheading=_("The record before it is right"),
        move=error.move or "",
        sentences=(sentence,),
        moves_before=_lines_before(record, error.line),
        guide=guide_game(error),
    )


def guide_game(error: RecordError) -> str:
    """The game whose record format was violated; empty if the play was at fault."""
    if isinstance(error, ActionRefused | PlayRefused):
        return ""
    module = type(error).__module__
    return next((game for game in CARD_GAMES if module.startswith(f"engine.{game}.")), "")


def is_card_record(text: str) -> bool:
    """Whether a text looks like a record of a card game."""
    return text.lstrip("\ufeff \t\n").startswith(("taki/", "gamnon/"))


def _lines_before(record: str, line: int) -> tuple[RecordRow, ...]:
    rows = record.replace("\r\n", "\n").split("\n")[:line]
    first = max(0, line - 1 - CONTEXT)
    return tuple(
        RecordRow(at + 1, rows[at][:200], "")
        if at + 1 < line
        else RecordRow(line, "", "", rows[at][:200])
        for at in range(first, len(rows))
    )


def _heading(ended: GameEnd | None, names: Sequence[str]) -> str:
    places_x2 = ended.places_x2 if ended else None
    if places_x2 is None:
        return _("The game is not finished")
    if 2 in places_x2:
        return _("%(name)s wins") % {"name": isolate(names[places_x2.index(2)])}
    return _("The first place is shared")


def _places(
    ended: GameEnd | None, names: Sequence[str], match: Document | None
) -> tuple[PlaceRow, ...]:
    if ended is None or ended.places_x2 is None:
        return ()
    cards = ended.facts.get("cards_left") or [None] * len(names)
    scores = end_scores(ended.places_x2, match)
    lines = zip(ended.places_x2, scores, names, cards, strict=True)
    return tuple(
        PlaceRow(score.place, name, left, place_x2 == 2, score.points_x2)
        for place_x2, score, name, left in sorted(lines, key=lambda line: line[0])
    )
