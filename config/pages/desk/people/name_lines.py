"""The names of a pasted list, and who each of them is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _

from config.pages.annotations import Player
from config.pages.desk.people.suggestions import NEW
from config.pages.forms import Form, Text
from tournaments import selectors
from tournaments.services.entries.listed_players import ListedPlayer, other_spellings

WHO = "who-"  # the names of the fields that say who somebody is


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A name of the list, with the players of this name; if there is none, of another spelling.

    chosen: a public id, or NEW; "" if the name may mean several and none is chosen.
    is_repeated: a line above means the same person.
    """

    number: int
    name: str
    players: list[Player]
    chosen: str
    is_repeated: bool = False


def player_lines(names: Sequence[str], chosen: Mapping[str, str]) -> list[PlayerLine]:
    """The names, each with the players whom it may mean. chosen: by WHO and the line's number."""
    lines: list[PlayerLine] = []
    seen: set[str] = set()
    alike = other_spellings([ListedPlayer(name=name, new=True) for name in names])
    for number, (name, others) in enumerate(zip(names, alike, strict=True)):
        line = _line(number, name, others, chosen.get(f"{WHO}{number}", ""), seen)
        lines.append(line)
        seen.add(_person_key(line.chosen, name))
    return lines


def _line(number: int, name: str, others: list[Player], who: str, seen: set[str]) -> PlayerLine:
    exact = [selectors.player_by_id(pk) for pk in sorted(selectors.find_players_by_name(name))]
    players = exact or others
    known = [player.public_id for player in players]
    if who == NEW or who in known:
        is_repeated = who != NEW and who in seen
        return PlayerLine(number, name, players, who, is_repeated)
    chosen = known[0] if len(exact) == 1 else "" if known else NEW
    return PlayerLine(number, name, players, chosen, _person_key(chosen, name) in seen)


def _person_key(chosen: str, name: str) -> str:
    """Equal for two lines that mean one person: the player, else the name."""
    return chosen if chosen not in (NEW, "") else selectors.name_key(name)


class WhoForm(Form):
    """Who each name of the list is, where that is a question."""

    def __init__(self, lines: Iterable[PlayerLine]) -> None:
        super().__init__(auto_id="%s")
        asked = [line for line in lines if line.players or line.is_repeated]
        clubs = selectors.club_names(player.pk for line in asked for player in line.players)
        for line in asked:
            choices: list[tuple[str, Text]] = [
                (each.public_id, " · ".join((each.name, *clubs.get(each.pk, ()), each.public_id)))
                for each in line.players
            ]
            if line.is_repeated or not line.chosen:
                empty = _("named above already") if line.is_repeated else _("choose")
                choices.insert(0, ("", empty))
            self.fields[f"{WHO}{line.number}"] = forms.ChoiceField(
                choices=[*choices, (NEW, _("somebody new"))],
                initial="" if line.is_repeated else line.chosen,
                required=False,
            )
