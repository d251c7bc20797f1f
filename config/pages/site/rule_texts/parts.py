"""The rules as sections in the language of the reader: of a game, and of one event."""

from collections.abc import Callable, Iterable, Mapping

from django.utils.translation import gettext as _

from config.pages.annotations import Document, Event
from config.pages.site.rule_texts import (
    OptionRow,
    RuleChoice,
    RuleOption,
    RuleSection,
    RulesPart,
    gamnon,
    tak,
    taki,
)
from config.pages.site.rule_texts.names import ruleset_name
from config.pages.site.rule_texts.relevance import has_meaning, is_unremarkable
from config.pages.site.rule_texts.scoring import scoring_part
from config.pages.site.rule_texts.stakes import stakes_part
from engine.errors import RecordError
from engine.games import DEFAULT_RULES, PRESETS, RULESET_LOADERS
from tournaments.wording import join_with_commas

TEXTS: dict[str, tuple[RuleSection, ...]] = {
    "tak": tak.SECTIONS,
    "taki": taki.SECTIONS,
    "gamnon": gamnon.SECTIONS,
}


# Further parts of an event's rules page; None if the event has nothing to explain.
EVENT_PARTS: tuple[Callable[[Event], RulesPart | None], ...] = (scoring_part, stakes_part)
# Tried in this order, as some named rules do not exist for every size.
USUAL_SIZES = (6, 5, 4, 8, 3)


def parts_with_choices(game: str, sections: Iterable[RuleSection]) -> list[RulesPart]:
    """Sections with every choice of each option."""
    presets = {name: _named_rules(game, name) for name in PRESETS[game]}
    return [_part_with_choices(game, section, presets) for section in sections]


def ruleset_names(game: str) -> list[str]:
    return [ruleset_name(game, code) for code in PRESETS[game]]


def every_part_of_event(event: Event) -> list[RulesPart]:
    """The sections of the game, and what the event has besides."""
    further = (explain(event) for explain in EVENT_PARTS)
    return [
        *parts_of_event(event.game, event.ruleset, event.match),
        *(part for part in further if part),
    ]


def parts_of_event(game: str, ruleset: Document, match: Document) -> list[RulesPart]:
    """The sections of a game, with the options that apply under these rules.

    A section without any applicable option is left out.
    """
    usual = _usual_rules(game, ruleset)
    found = []
    for section in TEXTS[game]:
        lines = [
            _option_of_event(option, ruleset[option.field], usual[option.field])
            for option in section.options
            if _is_printed(game, option.field, ruleset, match, usual)
        ]
        if lines or not section.options:
            sentences = [str(sentence) for sentence in section.sentences]
            found.append(RulesPart(str(section.title), sentences, lines))
    return found


def _named_rules(game: str, name: str) -> Document:
    """All fields of a named ruleset; of Tak on the first usual size it exists for."""
    sizes = [{"size": size} for size in USUAL_SIZES] if game == "tak" else [{}]
    for size in sizes[:-1]:
        try:
            return RULESET_LOADERS[game]({"name": name} | size).as_dict()
        except RecordError:
            continue
    return RULESET_LOADERS[game]({"name": name} | sizes[-1]).as_dict()


def _usual_rules(game: str, ruleset: Document) -> Document:
    """The named rules of an event; its own set of pieces if they define none."""
    name = {"name": ruleset.get("name", DEFAULT_RULES[game])}
    if game != "tak":
        return RULESET_LOADERS[game](name).as_dict()
    size = {"size": ruleset["size"]}
    try:
        return RULESET_LOADERS[game](name | size).as_dict()
    except RecordError:
        own = {field: ruleset[field] for field in ("stones", "capstones")}
        return RULESET_LOADERS[game](name | size | own).as_dict()


def _is_printed(game: str, field: str, rules: Document, match: Document, usual: Document) -> bool:
    if field not in rules or not has_meaning(game, field, rules, match):
        return False
    return rules[field] != usual[field] or not is_unremarkable(game, field, rules[field])


def _part_with_choices(
    game: str, section: RuleSection, presets: Mapping[str, Document]
) -> RulesPart:
    return RulesPart(
        str(section.title),
        [str(sentence) for sentence in section.sentences],
        [_option_with_choices(game, option, presets) for option in section.options],
    )


def _option_with_choices(
    game: str, option: RuleOption, presets: Mapping[str, Document]
) -> OptionRow:
    """Every choice of an option; of a number, the values of all rulesets."""
    chosen = [rules[option.field] for rules in presets.values()]
    values = list(dict.fromkeys([*option.choices, *chosen]))
    choices = []
    for value in values:
        names = [name for name, rules in presets.items() if rules[option.field] == value]
        if len(names) == len(presets) > 1:
            words = _("all named rules")
        else:
            words = join_with_commas(ruleset_name(game, name) for name in names)
        choices.append(RuleChoice(words=_words(option, value), names=words, chosen=False))
    return OptionRow(str(option.label), choices, changed=False)


def _option_of_event(option: RuleOption, here: object, usual: object) -> OptionRow:
    """The chosen value, and the value of the named rules."""
    return OptionRow(
        str(option.label),
        [RuleChoice(words=_words(option, here), names="", chosen=True)],
        changed=here != usual,
        usual=_words(option, usual),
    )


def _words(option: RuleOption, value: object) -> str:
    if value in option.choices:
        return str(option.choices[value])
    return str(option.number).format(value=value)
