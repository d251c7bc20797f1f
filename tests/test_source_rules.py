"""Each rule of `make check` finds what it is for, and leaves alone what it is not for."""

from pathlib import Path

import pytest

from tests.source_rules import (
    crowded_folders,
    literal_states,
    problems,
    state_values,
    wide_lines,
)

CHOICES = """
class RoundStatus(TextChoices):
    DRAFT = "draft", _("draft")
    CLOSED = "closed", _("closed")
"""


def test_the_tree_keeps_every_rule():
    assert problems() == []


def test_a_template_line_of_121_characters_is_too_wide():
    assert list(wide_lines("a.html", f"{'x' * 120}\n{'y' * 121}")) == [
        "a.html:2: 121 characters, more than 120"
    ]


def test_the_twenty_first_module_crowds_a_folder():
    modules = [Path(f"games/services/m{number}.py") for number in range(20)]
    others = [Path("games/services/__init__.py"), Path("games/services/page.html")]
    assert not list(crowded_folders(modules + others))
    assert list(crowded_folders([*modules, Path("games/services/one_more.py"), *others])) == [
        "games/services: 21 files .py, more than 20"
    ]


def test_migrations_may_be_many():
    assert not list(crowded_folders([Path(f"games/migrations/{n:04}.py") for n in range(40)]))


def test_values_are_read_from_the_choices():
    assert state_values(CHOICES) == {"draft", "closed"}


@pytest.mark.parametrize(
    "source",
    [
        "if round_.state == 'draft': pass",
        "if row['state'] in ('open', 'draft'): pass",
        "if 'draft' != new_state: pass",
        "Round.objects.filter(stage__state='draft')",
        "Round.objects.filter(state__in=['draft'])",
        "round_.state = 'draft'",
    ],
)
def test_a_literal_state_is_found(source: str):
    assert list(literal_states("a.py", source, state_values(CHOICES))) == [
        "a.py:1: the state 'draft' belongs to a TextChoices"
    ]


@pytest.mark.parametrize(
    "source",
    [
        "if round_.state == RoundStatus.DRAFT: pass",
        "label = 'draft'",
        "Round.objects.filter(name='draft')",
        "if round_.state == 'unknown': pass",
    ],
)
def test_other_strings_are_left_alone(source: str):
    assert not list(literal_states("a.py", source, state_values(CHOICES)))
