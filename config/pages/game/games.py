"""The page of one game: replay board, verdict, confirming and disputing."""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context, Document
from config.pages.answers import message_outcome
from config.pages.game import cards, replays, verdicts
from config.pages.game.carried_record import fits_page
from config.pages.game.game_rows import game_location
from config.pages.game.verdict_card import VerdictCard
from config.pages.labels import GAME_NAMES, GAME_STATE_SENTENCES
from config.pages.offline.kept import kept_form
from config.pages.site.rule_texts.scoring import scoring_name
from engine.games import CARD_GAMES
from games import selectors
from games.models import Game, GameState
from games.positions import game_frames
from games.scores import scoring_of_game
from games.services.confirm import confirm_game, dispute_game
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import ANONYMOUS, Actor
from tournaments.errors import NotFound

LONGEST_DISPUTE = 1000  # characters


def game(request: HttpRequest, public_id: str) -> HttpResponse:
    actor = actor_of(request)
    found = selectors.get_game(public_id, actor)
    view = selectors.game_view(found, full=True)
    if found.game in CARD_GAMES:
        return _card_game(request, found, view, can_answer(actor, found))
    first, second = (_person(player) for player in _two(view["players"]))
    verdict = view["verdict"]
    context = _game_context(found) | {
        "first": first,
        "second": second,
        "verdict": make_verdict_card(found).without_board,
        "actions": {"confirm": can_answer(actor, found)},
        "sheets": _may_see_sheets(actor, found),
        "explanation": view["explanation"],
        "scoring": scoring_name(scoring_of_game(found)),
    }
    if verdict:
        names = (first["name"], second["name"])
        verdict = {**verdict, "score": view["score"]}
        context["replay"] = make_replay(found, verdict, names, asked=request.GET.get("move"))
        context["embed"] = embed_code(request, public_id, " – ".join(names))
    return render(request, "pages/game/game.html", context)


def _may_see_sheets(actor: Actor, found: Game) -> bool:
    """Whether the reader may see photos of the score sheet; without an account nobody may."""
    if actor.user_id is None or found.slot_id is None:
        return False
    slot = tournaments.slot_context_by_id(found.slot_id)
    return permissions.may(actor, "slot.submit", slot)


def _game_context(found: Game) -> Context:
    """What the pages of all games show."""
    slot = found.slot
    return {
        "section": "events",
        "game": {
            "public_id": found.public_id,
            "name": GAME_NAMES[found.game],
            "event": slot.pairing.round.event if slot else None,
            "pairing_id": slot.pairing_id if slot else None,
            "number": slot.number if slot else None,
            "where": game_location(found, with_event=False),
            "played_on": found.played_on,
            "record": found.record if fits_page(found.record) else "",
            "record_elsewhere": not fits_page(found.record),
            "standing": state_sentence(found),
        },
    }


def make_replay(
    found: Game, verdict: Document, names: Sequence[str], *, asked: str | None
) -> replays.Replay:
    """The replay of a stored game of Tak with a record."""
    frames = game_frames(found.record, found.ruleset, verdict)
    picture = reverse("pages:game-svg", args=[found.public_id])
    return replays.replay_verdict(frames, verdict, names, asked=asked, picture=picture)


def embed_code(request: HttpRequest, public_id: str, title: str) -> SafeString | None:
    """The HTML to embed a game elsewhere; None if the game is not public."""
    try:
        selectors.get_game(public_id, ANONYMOUS)
    except NotFound:
        return None
    address = request.build_absolute_uri(reverse("pages:game-embed", args=[public_id]))
    return format_html(
        '<iframe src="{}" title="{}" width="480" height="640" loading="lazy"></iframe>',
        address,
        title,
    )


def _card_game(request: HttpRequest, found: Game, view: Document, confirms: bool) -> HttpResponse:
    """A card game; `?step=n` shows the table after that step."""
    players = view["players"]
    table = None
    if found.verdict:
        names = cards.names_in_record(found, players)
        step = request.GET.get("step")
        table = cards.card_table(found.game, found.record, found.ruleset, names, step)
    context = _game_context(found) | {
        "code": found.game,
        "people": [_person(player) for player in players],
        "verdict": make_verdict_card(found),
        "actions": {"confirm": confirms},
        "table": table,
        "legend": cards.card_legend(found.game),
    }
    return render(request, "pages/game/card_game.html", context)


@require_POST
@login_required(login_url="pages:login")
@kept_form
def answer(request: HttpRequest, public_id: str) -> HttpResponse:
    actor = actor_of(request)
    found = selectors.get_game(public_id, actor)
    message_outcome(request, lambda: answer_game(actor, found, request.POST))
    if request.POST.get("next") == "me":
        return redirect("pages:me")
    return redirect("pages:game", public_id=public_id)


def answer_game(actor: Actor, found: Game, form: QueryDict) -> str:
    """Confirm or dispute a submitted game, and return the message.

    :raises DomainError: refused.
    """
    if form.get("answer") == "confirm":
        after = confirm_game(actor=actor, game_id=found.pk)
        if after.state == GameState.CONFIRMED:
            return _("Confirmed. It counts now.")
        return _("Confirmed. It counts when the others have confirmed too.")
    dispute_game(actor=actor, game_id=found.pk, text=form.get("text", "").strip()[:LONGEST_DISPUTE])
    return _("Sent. An arbiter decides; nothing counts until then.")


def make_verdict_card(found: Game, *, key: str = "b") -> VerdictCard:
    """The verdict card of a stored game."""
    if found.game in CARD_GAMES:
        return cards.make_verdict_card(found, selectors.game_view(found)["players"])
    if found.verdict:
        return verdicts.accepted_card(found.verdict, key=key)
    return verdicts.claimed_card(str((found.claim or {}).get("result", "")))


def state_sentence(found: Game) -> str:
    return str(GAME_STATE_SENTENCES[GameState(found.state)])


def can_answer(actor: Actor, found: Game) -> bool:
    """Whether this reader may confirm the game."""
    if found.state != GameState.SUBMITTED or found.slot_id is None:
        return False
    context = tournaments.slot_context_by_id(found.slot_id)
    seat = permissions.seat_of(actor, context)
    if seat is not None and seat == found.submitted_seat:
        return False
    return permissions.may(actor, "slot.confirm", context)


def _two(players: list[Document]) -> list[Document]:
    empty = {"player": None, "name": ""}
    return [*players, empty, empty][:2]


def _person(player: Document) -> dict[str, str]:
    public_id = player["player"]
    return {
        "name": player["name"],
        "url": reverse("pages:player", args=[public_id]) if public_id else "",
    }
