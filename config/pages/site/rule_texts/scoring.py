"""How an event scores its games of Tak, with examples in its own numbers (TAK-8)."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Document, Event
from config.pages.site.rule_texts import RulesPart
from engine.tak.scoring import BASE, Score, Scoring, score_game
from tournaments.selectors.events.scoring import event_scoring
from tournaments.wording import join_with_and

METHOD_NAMES = {
    BASE: gettext_lazy("board plus reserve"),
    "downing": gettext_lazy("Downing’s rules"),
    "middletown": gettext_lazy("Middletown rules"),
    "tarway": gettext_lazy("Tarway rules"),
}
LEFT = 4  # pieces left in the examples


def scoring_name(scoring: Scoring) -> str:
    """The methods of a scoring: "board plus reserve and Downing’s rules"."""
    return join_with_and(METHOD_NAMES[method] for method in scoring.methods)


def scoring_part(event: Event) -> RulesPart | None:
    """The section of an event's rules page; None for card games."""
    if event.game != "tak":
        return None
    scoring = event_scoring(event)
    sentences = [_base(scoring), _use(event.match), *_methods(scoring)]
    examples = _examples(scoring, event.ruleset)
    return RulesPart(_("Scores"), [*sentences, *examples], [])


def _base(scoring: Scoring) -> str:
    if scoring.reserve == "stones_only":
        return _(
            "The winner of a game scores one point for each space of the board and one for each "
            "stone that they have not played; capstones do not count. The loser scores nothing, "
            "and nobody scores in a draw."
        )
    return _(
        "The winner of a game scores one point for each space of the board and one for each "
        "piece that they have not played. The loser scores nothing, and nobody scores in a draw."
    )


def _use(match: Document) -> str:
    if match.get("rank_by") == BASE:
        return _("The sum of these points ranks the players.")
    if "BPR" in match.get("tiebreaks", ()):
        return _("The sum of these points breaks ties.")
    return _("These points are shown with each game; the ranking does not use them.")


def _methods(scoring: Scoring) -> Iterator[str]:
    """What each method adds, and how they combine."""
    if "downing" in scoring.methods:
        yield _("Downing’s rules: a road in one straight line doubles the points of the reserve.")
    if "middletown" in scoring.methods:
        yield _middletown(scoring)
        if scoring.capless == "bonus":
            yield _("A set without capstones has this bonus in every game.")
    if "tarway" in scoring.methods:
        yield _(
            "Tarway rules: a road of single pieces doubles the points of the reserve; a road in "
            "which every stack has two pieces or more trebles them."
        )
    if len(scoring.methods) == 1:
        return
    if len(scoring.methods) > 2 and scoring.combine == "max":
        yield _("If several of these apply, the largest factor counts.")
    elif len(scoring.methods) > 2:
        yield _("If several of these apply, their factors are multiplied.")
    yield _(
        "Only the points of the reserve are multiplied, never those of the board, and only if the "
        "game was played to its end: a resignation has no factor."
    )


def _middletown(scoring: Scoring) -> str:
    if scoring.scope == "not_in_road":
        return _(
            "Middletown rules: a road without a capstone, or a win by flats without placing one, "
            "doubles the points of the reserve."
        )
    return _(
        "Middletown rules: a win without placing a capstone doubles the points of the reserve."
    )


def _examples(scoring: Scoring, ruleset: Document) -> Iterator[str]:
    """A plain win, one per method, and one to which all methods apply."""
    plain = replace(scoring, methods=())
    sums = {"sum": score_sum(_example(plain, ruleset)), "left": LEFT}
    yield _("For example: with %(left)d pieces left, a win scores %(sum)s.") % sums
    bonus = {
        "downing": _("For example, by Downing’s rules: a straight road with %(left)d pieces left "
                     "scores %(sum)s."),
        "middletown": _("For example, by Middletown rules: a win without placing a capstone, with "
                        "%(left)d pieces left, scores %(sum)s."),
        "tarway": _("For example, by Tarway rules: a road of stacks with %(left)d pieces left "
                    "scores %(sum)s."),
    }  # fmt: skip
    for method, sentence in bonus.items():
        made = _example(replace(scoring, methods=(method,)), ruleset)
        if method in scoring.methods and made.factor > 1:
            yield sentence % {"sum": score_sum(made), "left": LEFT}
    every = _example(scoring, ruleset)
    if len(every.factors) > 1:
        sums = {"sum": score_sum(every), "left": LEFT}
        yield _("For example, all of these at once with %(left)d pieces left: %(sum)s.") % sums


def _example(scoring: Scoring, ruleset: Document) -> Score:
    """A straight road of stacks without a capstone."""
    capstones = min(ruleset.get("capstones", 0), LEFT)
    counted = capstones if scoring.reserve == "all_pieces" else 0
    left = {"stones": LEFT - counted, "capstones": capstones}
    facts = {
        "size": ruleset["size"],
        "result": "R-0",
        "reason": "road",
        "reserves": {"first": left},
        "capstones_placed": {"first": 0},
        "road": {"straight": True, "stacks": True, "singles": False, "no_capstone": True},
    }
    return score_game(facts, scoring)


def score_sum(score: Score) -> str:
    """25 + 2 × 4 = 33, isolated left to right without line breaks."""
    reserve = f"{score.factor} × {score.reserve}" if score.factor > 1 else str(score.reserve)
    total = max(score.points.values())
    text = f"{score.board} + {reserve} = {total}".replace(" ", "\N{NO-BREAK SPACE}")
    return f"\N{LEFT-TO-RIGHT ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
