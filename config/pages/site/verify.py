"""Check a record without storing it."""

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from config.pages.annotations import Context
from config.pages.forms import TextField
from config.pages.game import card_verdicts, cards, replays, verdicts
from config.pages.game.carried_record import carry_record, read_record
from config.pages.labels import GAME_NAMES
from config.pages.site.rule_texts.names import RULESET_NAMES
from config.pages.site.rule_texts.scoring import scoring_name
from config.pages.site.scoring_form import ScoringForm
from engine.errors import RecordError
from engine.games import CARD_GAMES, VERIFIERS
from engine.tak.ruleset import SIZES, STYLE_SIZES
from engine.tak.scoring import Scoring, score_verdict
from games.positions import record_frames
from games.services.playtak.pasted import read_pasted
from tournaments.errors import DomainError
from tournaments.selectors.events.scoring import score_line

# Names of rulesets by code; styles of Tak are left out, as they are usual rules on one board.
RULESETS = {
    game: [(code, name) for code, name in names.items() if code not in STYLE_SIZES]
    for game, names in RULESET_NAMES.items()
}
FORM = "check"  # its id; without a script each replay step submits it


class VerifyForm(ScoringForm):
    """The fields; a value that is no choice counts as the first one."""

    record = TextField(
        _("Game record"),
        _(
            "PTN from an app or typed from the score sheet, or the address of a game at playtak; "
            "of cards taki/1 or gamnon/1"
        ),
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "off", "required": True}
        ),
    )
    game = forms.ChoiceField(label=_("Game"), required=False, choices=list(GAME_NAMES.items()))
    rules = forms.ChoiceField(
        label=_("Rules"),
        required=False,
        choices=[
            ("", _("the usual, or as in the record")),
            *((name, RULESETS[game]) for game, name in GAME_NAMES.items() if RULESETS[game]),
        ],
    )
    size = forms.ChoiceField(
        label=_("Size"),
        help_text=_("when the record has no Size tag"),
        required=False,
        choices=[("", _("as in the record")), *((str(size), f"{size}×{size}") for size in SIZES)],
    )

    def show(self, data: QueryDict, record: str, game: str, rules: str) -> None:
        """Show these values instead of those that were sent."""
        carried = carry_record(record)
        self.packed = carried.packed
        if self.packed:
            self.fields["record"].widget.attrs.pop("required")
        self.data = data.copy()
        self.data["record"], self.data["game"], self.data["rules"] = carried.text, game, rules


def verify(request: HttpRequest) -> HttpResponse:
    form = VerifyForm(request.POST if request.method == "POST" else None, auto_id="%s")
    context: Context = {"section": "verify", "form": form}
    if form.is_bound:
        form.full_clean()
        try:
            context |= _check(form, request.POST)
        except DomainError as refused:
            form.add_error("record", str(refused))
            return render(request, "pages/site/verify.html", context, status=422)
        if context["verdict"].kind == "refused":
            form.add_error("record", context["verdict"].heading)
            return render(request, "pages/site/verify.html", context, status=422)
    return render(request, "pages/site/verify.html", context)


def _check(form: VerifyForm, data: QueryDict) -> Context:
    """The verdict on the record. A card record names its own game.

    :raises DomainError: playtak does not give the game whose address was sent.
    """
    record, given = read_record(data), form.cleaned_data
    game = given.get("game") or "tak"
    if card_verdicts.is_card_record(record):
        game = record.lstrip("\ufeff \t\n").partition("/")[0]
    rules = given.get("rules", "")
    rules = rules if rules in dict(RULESETS[game]) else ""
    refused = None
    if game not in CARD_GAMES:
        try:
            record = read_pasted(record)
        except RecordError as error:
            refused = verdicts.refused_card(error, record)
    form.show(data, record, game, rules)
    if refused is not None:
        return {"game": game, "verdict": refused}
    if game in CARD_GAMES:
        return {"game": game, **_check_cards(game, record, rules, data.get("move"))}
    size = given.get("size")
    text = f'[Size "{size}"]\n{record}' if size and "[size " not in record.lower() else record
    checked = _check_tak(text, rules or "standard", data.get("move"), form.chosen)
    return {"game": game, **checked}


def _check_tak(record: str, rules: str, move: str | None, scoring: Scoring) -> Context:
    """The verdict and the replay, at the requested ply or the end."""
    try:
        verdict = VERIFIERS["tak"](record, rules).as_json()
    except RecordError as error:
        refusal = verdicts.refused_card(error, record)
        replay = replays.replay_refusal(error, record, rules, asked=move, form=FORM)
        card = refusal.without_board if replay else refusal
        scored = {}
    else:
        scored = _scored(verdict, scoring)
        verdict |= {"score": scored.pop("points")}
        names = [verdict["players"][side] for side in ("first", "second")]
        frames = record_frames(record, rules)
        replay = replays.replay_verdict(frames, verdict, names, asked=move, form=FORM)
        card = verdicts.accepted_card(verdict).without_board
    return {"verdict": card, "replay": replay, **scored}


def _scored(verdict: Context, scoring: Scoring) -> Context:
    """The points by the chosen scoring, with an explanation if the game has ended."""
    score = score_verdict(verdict, scoring)
    ended = verdict["reason"] != "unfinished"
    return {
        "points": score.points,
        "scoring": scoring_name(scoring),
        "explanation": score_line(score) if ended else None,
    }


def _check_cards(game: str, record: str, rules: str, step: str | None) -> Context:
    try:
        verdict = VERIFIERS[game](record, rules or None).as_json()
    except RecordError as error:
        return {"verdict": card_verdicts.refused_card(error, record)}
    names = list(verdict["players"].values())
    return {
        "verdict": card_verdicts.result_card(game, names, verdict=verdict),
        "table": cards.card_table(game, record, verdict["ruleset"], names, step, form=FORM),
        "legend": cards.card_legend(game),
    }
