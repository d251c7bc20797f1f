"""Check a record without storing it."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from config.pages import verdicts
from engine.errors import RecordError
from engine.games import GAMES
from games.drawing import described_spaces

RULESETS = [
    ("standard", _("Standard")),
    ("playtak", "PlayTak"),
    ("university", "University"),
    ("beta", "Beta"),
]
SIZES = range(3, 9)


def verify(request: HttpRequest) -> HttpResponse:
    context: dict[str, Any] = {
        "section": "verify",
        "rulesets": RULESETS,
        "sizes": SIZES,
        "rules": "standard",
        "size": None,
    }
    status = 200
    if request.method == "POST":
        context |= _check(request.POST)
        status = 422 if context["verdict"].kind == "refused" else 200
    return render(request, "pages/verify.html", context, status=status)


def _check(data: QueryDict) -> dict[str, Any]:
    record = data.get("record", "").replace("\r\n", "\n")
    rules = data.get("rules", "standard")
    rules = rules if rules in dict(RULESETS) else "standard"
    size = next((size for size in SIZES if str(size) == data.get("size")), None)
    asked = {"record": record, "rules": rules, "size": size}
    text = f'[Size "{size}"]\n{record}' if size and "[size " not in record.lower() else record
    try:
        verdict = GAMES["tak"](text, rules).as_json()
    except RecordError as error:
        return asked | {"verdict": verdicts.refused(error, text)}
    players = verdict["players"]
    return asked | {
        "verdict": verdicts.shown(verdict),
        "hands": verdicts.hands(verdict, players["first"], players["second"]),
        "words": described_spaces(verdict["tps"]),
    }
