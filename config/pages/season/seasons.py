"""The table of a season, and where the total of a player comes from."""

from collections.abc import Iterable, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.annotations import Context, Document, Event
from config.pages.csv_files import csv_response
from config.pages.live import stored_page
from config.pages.season.score_texts import part_text, rules_text, score_text, total_text
from config.pages.site_facts import site_facts
from ratings.selectors import seasons as tables
from tournaments import selectors
from tournaments.selectors.seasons.scores import WHY_NOT
from tournaments.standings.seasons.scoring import SeasonScoring
from tournaments.wording import translate_marked


def season_facts(request: HttpRequest, *, slug: str, **address: object) -> Iterable[object]:
    """Change with the stored table as well."""
    return (*site_facts(request), *tables.series_versions(selectors.get_series(slug)))


@stored_page(season_facts)
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of a season, with the score of each event."""
    context, document, scoring = _open(slug)
    events: Sequence[Event] = context["events"]
    rows = [_row(row, events, scoring) for row in document["rows"]]
    context |= {"rows": rows, "has_bonus": scoring.bonus_x2 > 0}
    return render(request, "pages/season/season.html", context)


@stored_page(season_facts)
def season_player(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """What each event gave a player, why, and what can still be reached."""
    context, document, scoring = _open(slug)
    found = next((row for row in document["rows"] if row["player"] == public_id), None)
    if found is None:
        raise Http404
    events = {event.slug: event for event in context["events"]}
    context |= {
        "row": _row(found, (), scoring),
        "sum": total_text(scoring, found),
        "parts": [
            {
                "event": events.get(part["event"]),
                "score": score_text(scoring, part["score"]),
                "why": part_text(scoring, part),
                "counts": part["counts"],
                "bonus": score_text(scoring, part["bonus"]) if part["bonus"] else "",
            }
            for part in found["parts"]
        ],
    }
    return render(request, "pages/season/player.html", context)


def season_csv(request: HttpRequest, slug: str) -> HttpResponse:
    document = tables.series_document(selectors.get_series(slug))
    return csv_response(request, selectors.season_table(document))


def _open(slug: str) -> tuple[Context, Document, SeasonScoring]:
    """What all pages of a season show, its stored table, and what counts."""
    found = selectors.get_series(slug)
    document = tables.series_document(found)
    scoring = selectors.season_scoring(found)
    why = document["why_no_reach"]
    context = {
        "section": "clubs",
        "series": found,
        "events": list(selectors.season_events(found)),
        "late": not document["fresh"],
        "rules": rules_text(scoring),
        "to_come": document["to_come"],
        "why_no_reach": translate_marked(WHY_NOT[why]) if why else "",
    }
    return context, document, scoring


def _row(row: Document, events: Iterable[Event], scoring: SeasonScoring) -> Context:
    """A row with a cell per event, None if the player was not in it."""
    parts = {
        part["event"]: (score_text(scoring, part["score"]), part["counts"]) for part in row["parts"]
    }
    bonus = [part["bonus"] for part in row["parts"] if part["bonus"]]
    return {
        **row,
        "cells": [parts.get(event.slug) for event in events],
        "bonus": " + ".join(score_text(scoring, each) for each in bonus),
        "total": score_text(scoring, row["total"]),
        "most": None if row["most"] is None else score_text(scoring, row["most"]),
        "is_first": row["worst_place"] == 1,
        "is_out": (row["best_place"] or 1) > 1,
    }
