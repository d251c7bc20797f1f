"""The options of a new event: the rules of each game, and stakes."""

from collections.abc import Mapping
from copy import deepcopy

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.setup.rule_fields import NAME, new_rule_fields, new_rules
from config.pages.desk.setup.setting_form import Settings, nest
from config.pages.desk.setup.stake_fields import STAKE_FIELDS, stakes_of
from config.pages.forms import Form, Text, ValueChoiceField, words_of
from config.pages.labels import GAME_NAMES
from tournaments.errors import DomainError
from tournaments.services.events import settings

TAK = "tak"
RULES: dict[str, dict[str, forms.Field]] = {game: new_rule_fields(game) for game in GAME_NAMES}
TITLES: dict[str, Text] = {
    "tak": gettext_lazy("Rules of Tak"),
    "taki": gettext_lazy("Rules of Taki"),
    "gamnon": gettext_lazy("Rules of Gamnon"),
}
STAKES_TITLE = gettext_lazy("Stakes (Tak only)")


def first_choices(fields: Mapping[str, forms.Field]) -> Settings:
    """What a browser sends of choices that nobody made."""
    return {
        name: next(iter(field.values))
        for name, field in fields.items()
        if isinstance(field, ValueChoiceField) and field.initial is None
    }


class OptionsForm(Form):
    """Options under one heading.

    Only the options of the chosen game are read. Those of the others keep what was typed.
    """

    def __init__(
        self,
        title: Text,
        fields: Mapping[str, forms.Field],
        data: Mapping[str, str] | None,
        *,
        is_chosen: bool,
    ) -> None:
        super().__init__(auto_id="o-%s", initial=first_choices(fields))
        self.title = title
        self.fields = deepcopy(dict(fields))
        if data is not None and is_chosen:
            self.bind(data)
        elif data is not None:
            self.initial.update({name: data[name] for name in fields if name in data})

    @property
    def is_open(self) -> bool:
        return self.is_bound and (self.has_changed() or bool(self.errors))

    def stated(self) -> list[tuple[Text, Text]]:
        """The label and the value, in words, of each option that was changed."""
        found: list[tuple[Text, Text]] = []
        for name in self.changed_data:
            bound = self[name]
            found.append((bound.label, words_of(bound.field, bound.value())))
        return found


class RulesForm(OptionsForm):
    def __init__(self, game: str, data: Mapping[str, str] | None, *, is_chosen: bool) -> None:
        super().__init__(TITLES[game], RULES[game], data, is_chosen=is_chosen)
        self.game = game

    def ruleset(self, size: int) -> Settings | None:
        """The checked ruleset; None if the form or the service refuses it."""
        if not self.is_valid():
            return None
        try:
            rules = new_rules(self.game, self.cleaned_data, size)
            return settings.validate_ruleset(self.game, rules)
        except DomainError as error:
            self.add_refusal(error)
            return None

    def described(self, ruleset: Mapping[str, object]) -> list[tuple[Text, Text]]:
        """The rules and the board for a reader, then each option that was changed."""
        name = self[f"{self.game}-{NAME}"]
        lines: list[tuple[Text, Text]] = [(name.label, words_of(name.field, ruleset[NAME]))]
        if self.game == TAK:
            words = _("%(size)d×%(size)d; stones: %(stones)d, capstones: %(capstones)d")
            lines.append((_("Board"), words % ruleset))
        return lines + [line for line in self.stated() if line[0] != name.label]


class StakesForm(OptionsForm):
    def __init__(self, data: Mapping[str, str] | None, *, is_chosen: bool) -> None:
        super().__init__(STAKES_TITLE, STAKE_FIELDS, data, is_chosen=is_chosen)

    def match(self, usual: Settings) -> Settings | None:
        """`usual` settings of matches with these stakes; None if they are refused."""
        if not self.is_bound:
            return dict(usual)
        if not self.is_valid():
            return None
        stakes = stakes_of(nest(self.fields, self.cleaned_data)["match"]["stakes"])
        match = {**usual, **({"stakes": stakes} if stakes is not None else {})}
        try:
            settings.validate_match(match, game=TAK)
        except DomainError as error:
            self.add_refusal(error)
            return None
        return match
