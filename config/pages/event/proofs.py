"""The proof of a round: it is paired again, and each pairing is explained."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Document
from config.pages.event.events import open_event
from config.pages.event.lots import lot_label
from config.pages.labels import SYSTEMS
from config.pages.names import isolate
from tournaments import integrity, permissions, selectors
from tournaments.actor import ANONYMOUS
from tournaments.pairing import Reason
from tournaments.proof import parts
from tournaments.proof.proof import edit_records
from tournaments.services.rounds.drafts import translate_reason

# The systems of stages, and play-offs.
PAIRED_BY = {**SYSTEMS, "playoff": gettext_lazy("Games that settle a tie")}


class PairingReasons(NamedTuple):
    """title: the players; reasons: sentences."""

    table: int | None
    title: str
    reasons: list[str]


def event_proof(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found, context = open_event(request, slug, "rounds")
    round_ = selectors.get_proved_round(found, number, ANONYMOUS)
    for_staff = permissions.may(actor_of(request), "apart.view", found)
    proof = integrity.verified_proof(slug, round_, for_staff=for_staff)
    document = parts.join(proof["document"], proof["staff"])
    people = selectors.players_by_number(found)
    names = {entry: isolate(row["name"]) for entry, row in people.items()}
    context |= {
        "number": number,
        "proof": proof,
        "system": PAIRED_BY[document["engine"]],
        "program": document.get("program", ""),
        "round_reasons": _sentences(document.get("why", {}).get("round", []), names),
        "pairings": _pairing_reasons(document, names),
        "edits": _edits(document, names),
        "lot": lot_label(document),
        "apart": _apart(document, names) if for_staff else None,
    }
    return render(request, "pages/event/proof.html", context)


def _apart(document: Document, names: Mapping[int, str]) -> list[str]:
    """The pairs that were kept apart, for staff."""
    return [
        _seated_names([pair["low"], pair["high"]], names)
        for pair in document["input"].get("forbidden", ())
    ]


def _edits(document: Document, names: Mapping[int, str]) -> list[tuple[str, list[str]]]:
    """Edits by hand, each with its warnings."""
    return [
        (
            translate_reason(edit.did, names),
            [translate_reason(warning, names) for warning in edit.warnings],
        )
        for edit in edit_records(dict(document))
    ]


def _pairing_reasons(document: Document, names: Mapping[int, str]) -> list[PairingReasons]:
    why = document.get("why", {}).get("pairs") or [[] for _pair in document["pairs"]]
    return [
        PairingReasons(
            table=pair["table"],
            title=_seated_names(pair["seats"], names),
            reasons=_sentences(reasons, names),
        )
        for pair, reasons in zip(document["pairs"], why, strict=True)
    ]


def _seated_names(seats: list[int], names: Mapping[int, str]) -> str:
    seated = [names.get(seat, f"#{seat}") for seat in seats]
    return " – ".join(seated) if len(seated) > 1 else _("%(name)s: bye") % {"name": seated[0]}


def _sentences(reasons: Iterable[tuple[str, Document]], names: Mapping[int, str]) -> list[str]:
    return [translate_reason(Reason(code, params), names) for code, params in reasons]
