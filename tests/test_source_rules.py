"""Each rule of `make check` finds what it is for, and leaves alone what it is not for."""

from pathlib import Path

import pytest

from tests.source_rules import (
    crowded_folders,
    literal_states,
    problems,
    state_values,
    unseen_statuses,
    wide_lines,
)

CHOICES = """
class RoundStatus(TextChoices):
    DRAFT = "draft", _("draft")
    CLOSED = "closed", _("closed")
"""


@pytest.mark.slow
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


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("assert answer.status_code in (200, 404)", "a test expects one status"),
        ("assert answer.status_code < 500", "a test expects one status"),
        ("assert answer.status_code not in (413, 500), path", "a test expects one status"),
        ("page = answer.content.decode()", "text_of reads an answer and looks at its status"),
        ("client.get('/').content.decode('utf-8')", "text_of reads an answer and looks"),
        (
            "with CaptureQueriesContext(connection):\n    client.get('/')",
            "whose queries are counted",
        ),
        ("with django_assert_num_queries(2):\n    ask.get('/')", "whose queries are counted"),
    ],
)
def test_an_answer_of_any_status_is_found(source: str, sentence: str):
    (found,) = unseen_statuses("tests/test_a.py", source)
    assert sentence in found


@pytest.mark.parametrize(
    "source",
    [
        "assert answer.status_code == 200",
        "if answer.status_code in (403, 404): refused = True",
        "text = answer.content.decode(errors='replace')",
        "with django_assert_num_queries(2):\n    assert client.get('/').status_code == 200",
        "with django_assert_num_queries(2):\n    recompute()",
    ],
)
def test_an_answer_of_one_status_is_left_alone(source: str):
    assert not list(unseen_statuses("tests/test_a.py", source))
