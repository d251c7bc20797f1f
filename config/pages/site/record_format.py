"""How records of card games are written: an example, line by line."""

from typing import NamedTuple

from django.utils.safestring import SafeString

from config.pages.annotations import Context
from config.pages.game import cards
from config.pages.site.rule_texts import Text
from config.pages.site.rule_texts.records import RECORDS, RecordFormat
from engine.games import DEFAULT_RULES, RULESET_LOADERS


class ExplainedLine(NamedTuple):
    text: str
    words: str | SafeString


def record_format(game: str) -> Context | None:
    """The context of pages/site/record_format.html; None for other games."""
    found = RECORDS.get(game)
    if found is None:
        return None
    return {
        "version": found.version,
        "text": found.text,
        "lines": [*_explained(found.header), *_turns(game, found), *_explained(found.closing)],
        "tokens": _explained(found.tokens),
        "also": found.also,
    }


def _explained(lines: tuple[tuple[str, Text], ...]) -> list[ExplainedLine]:
    return [ExplainedLine(text, str(words)) for text, words in lines]


def _turns(game: str, found: RecordFormat) -> list[ExplainedLine]:
    """The lines of play, described as on the page of a game."""
    rules = RULESET_LOADERS[game]({"name": DEFAULT_RULES[game]}).as_dict()
    table = cards.card_table(game, found.text, rules, found.players)
    steps = table.steps if table else []
    return [
        ExplainedLine(text, step.description) for text, step in zip(found.turns, steps, strict=True)
    ]
