"""Records read and written: what is written is read again as the same, and each fault is named."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.gamnon.bots import choose_random, choose_sensible, play_record
from engine.gamnon.cards import shuffle_deck
from engine.gamnon.record import GamnonRecord, format_record, parse_record
from engine.gamnon.ruleset import make_ruleset
from engine.gamnon.setup import dealt_deck, set_up
from engine.gamnon.verify import verify
from tests.engine.gamnon.records import EXAMPLES, FULL_GAME, TAKES_THE_KUPA
from tests.examples import examples


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_are_written_as_they_were_read(text):
    record = parse_record(text)
    assert parse_record(format_record(record)) == record


def test_a_written_record_is_the_text_without_comments():
    told = [line.partition(";")[0].rstrip() for line in FULL_GAME.splitlines()]
    assert format_record(parse_record(FULL_GAME)) == "\n".join(told) + "\n"


OPTIONS = [
    {},
    {"refill_sources": "givers_only", "max_turns": 25},
    {"multi_empty": "first_in_order", "empty_after_close": "stay_empty", "packs": 3},
    {"multi_empty": "active_wins", "adjudicate": "draw", "winner_takes_all": True},
]


@given(
    st.integers(3, 7),
    st.integers(0, 2**32),
    st.sampled_from(OPTIONS),
    st.sampled_from(["seed", "deck", "hands", "position"]),
)
@examples(25)
def test_a_random_game_is_written_read_and_verified_as_the_same(players, seed, options, way):
    names = tuple("ABCDEFG"[:players])
    kinds = [choose_random, choose_sensible]
    rules = make_ruleset(**{"max_turns": 40, **options})
    record = play_record(
        names, [kinds[seat % 2] for seat in range(players)], seed=str(seed), rules=rules
    )
    record = retold(way, record, rules)
    text = format_record(record)

    assert parse_record(text) == record
    verdict = verify(text)
    again = verify(format_record(parse_record(text)), rules)
    assert (verdict.as_json(), verdict.proven) == (again.as_json(), True)
    assert verdict.facts["deck_hash"] == again.facts["deck_hash"]


def retold(way, record, rules):
    """The same game with its cards told in another way."""
    start = set_up(record, rules)
    common = {
        "players": record.players, "turns": record.turns, "packs": record.packs,
        "options": record.options, "end": record.end,
    }  # fmt: skip
    if way == "deck":
        return GamnonRecord(**common, deck=dealt_deck(start))
    if way == "hands":
        return GamnonRecord(**common, hands=start.hands, start=start.top, closed=start.closed)
    if way == "position":
        return GamnonRecord(**common, hands=start.hands, kupa=start.kupa, closed=start.closed)
    return record


def test_every_way_of_telling_the_cards_is_the_same_game():
    rules = make_ruleset(max_turns=5)
    record = play_record(("A", "B", "C"), [choose_random] * 3, seed="x", rules=rules)
    verdicts = [
        verify(format_record(retold(way, record, rules))) for way in ("seed", "deck", "hands")
    ]

    assert len({verdict.moves_hash for verdict in verdicts}) == 1
    assert len({verdict.facts["deck_hash"] for verdict in verdicts}) == 1
    assert dealt_deck(set_up(record, rules)) == shuffle_deck("x", 1)


def test_line_ends_and_names_of_any_script():
    text = FULL_GAME.replace("\n", "\r\n")
    assert parse_record("\ufeff" + text) == parse_record(FULL_GAME)
    assert parse_record(FULL_GAME.replace("\n", "\r")) == parse_record(FULL_GAME)
    names = {"A": "נעה", "B": "B-1", "C": "桜"}
    text = re.sub(r"\b[ABC]\b|(?<=[KG=])[ABC]\b", lambda found: names[found[0]], TAKES_THE_KUPA)
    assert verify(text).as_json()["places"] == {"נעה": 2.5, "B-1": 1, "桜": 2.5}


START = """\
gamnon/1
players: A B C
hand A: TC 2H 3D
hand B: 7D TS QH
hand C: 5S 4S AH
start: QS
closed: JH TD 6H 8S 9D 3S 4D AC 4C KS KC 8H …
"""

# What is changed, into what, the code of the error, its line.
FAULTS = [
    ("gamnon/1", "gamnon/2", "gamnon_version", 1),
    ("gamnon/1\n", "", "gamnon_version", 1),
    ("players: A B C\n", "", "gamnon_header_missing", None),
    ("players: A B C", "players: A B", "gamnon_players", 2),
    ("players: A B C", "players: A B B", "gamnon_name_repeated", 2),
    ("players: A B C", "players: A B end", "gamnon_name", 2),
    ("players: A B C", "players: A B 3C", "gamnon_name", 2),
    ("players: A B C", "players: A B D", "gamnon_not_a_player", 5),
    ("hand C: 5S 4S AH\n", "", "gamnon_header_missing", None),
    ("start: QS\n", "", "gamnon_header_missing", None),
    ("start: QS", "start: QS KH", "gamnon_card", 6),
    ("start: QS", "start: 1S", "gamnon_card", 6),
    ("start: QS", "start: QS\nstart: QS", "gamnon_header_repeated", 7),
    ("start: QS", "start: QS\nturn: A", "gamnon_headers_disagree", 7),
    ("start: QS", "start: QS\nkupa: QD", "gamnon_headers_disagree", 6),
    ("start: QS", "start: QS\nseed: x", "gamnon_headers_disagree", 3),
    ("start: QS", "seed: a b", "gamnon_seed", 6),
    ("start: QS", "pos: -1\nstart: QS", "gamnon_number", 6),
    ("start: QS", "packs: x\nstart: QS", "gamnon_option_value", 6),
    ("start: QS", "packs: 1\nopt: packs=1\nstart: QS", "gamnon_header_repeated", 7),
    ("start: QS", "opt: max_turns\nstart: QS", "gamnon_option", 6),
    ("start: QS", "opt: colour=red\nstart: QS", "gamnon_option_unknown", 6),
    ("start: QS", "opt: max_turns=1 max_turns=2\nstart: QS", "gamnon_header_repeated", 6),
    ("start: QS", "first: A\nstart: QS", "gamnon_header_unknown", 6),
    ("8H …\n", "8H …\nD P-\n", "gamnon_not_a_player", 8),
    ("8H …\n", "8H …\nA\n", "gamnon_turn_empty", 8),
    ("8H …\n", "8H …\nA PTC T11 O8H\npacks: 1\n", "gamnon_header_late", 9),
    ("8H …\n", "8H …\nend\n", "gamnon_end", 8),
    ("8H …\n", "8H …\nend won\n", "gamnon_end", 8),
    ("8H …\n", "8H …\nend abandoned\nA PTC\n", "gamnon_after_end", 9),
    ("hand C: 5S 4S AH", "hand C: 5S 4S", "gamnon_wrong_deal", 5),
    ("hand C: 5S 4S AH", "hand C: 5S 4S QS", "gamnon_card_too_often", 7),
]


@pytest.mark.parametrize(("old", "new", "code", "line"), FAULTS)
def test_faults_of_the_text(old, new, code, line):
    assert verify(START).reason == "unfinished"
    assert old in START
    with pytest.raises(RecordError) as refused:
        verify(START.replace(old, new))
    assert (refused.value.code, refused.value.line) == (code, line)


@pytest.mark.parametrize(
    "token",
    ["X", "P", "P1H", "Ptc", "PTC.", "PTC,2H", "T", "T0", "T-1", "T٣", "G:TC", "GB", "GB:", "RB:TC",
     "RB<C", "O", "O-", "OTC.2H", "~~", "=", "K", "kupa"],
)  # fmt: skip
def test_tokens_that_are_none(token):
    with pytest.raises(RecordError) as refused:
        verify(START + f"A PTC {token}\n")
    assert (refused.value.code, refused.value.line, refused.value.move) == (
        "gamnon_token",
        8,
        token,
    )


@pytest.mark.parametrize("token", ["GD:TC", "KD", "=D", "RD<A:TC", "RA<D:TC"])
def test_tokens_that_name_nobody(token):
    with pytest.raises(RecordError) as refused:
        verify(START + f"A PTC {token}\n")
    assert (refused.value.code, refused.value.move) == ("gamnon_not_a_player", token)


POSITION_FAULTS = [
    ("kupa: KS 2H", "kupa:", "gamnon_kupa_empty"),
    ("turn: A", "turn: D", "gamnon_not_a_player"),
    ("turn: A", "turn: A\npos: 3", "gamnon_pos"),
    ("hand B: 3C 8C\nhand C: 6D 7C JC", "hand B:\nhand C:", "gamnon_too_few_holders"),
    ("hand B: 3C 8C", "hand B: 3C 3C", "gamnon_card_too_often"),
    ("players: A B C", "packs: 0\nplayers: A B C", "gamnon_option_value"),
]


@pytest.mark.parametrize(("old", "new", "code"), POSITION_FAULTS)
def test_faults_of_a_position(old, new, code):
    assert old in TAKES_THE_KUPA
    with pytest.raises(RecordError) as refused:
        verify(TAKES_THE_KUPA.replace(old, new))
    assert refused.value.code == code
    assert str(refused.value)


def test_faults_of_a_deck():
    deck = list(shuffle_deck("x", 1))

    def code(cards, packs=1):
        text = f"gamnon/1\nplayers: A B C\npacks: {packs}\ndeck: {' '.join(cards)}\n"
        with pytest.raises(RecordError) as refused:
            verify(text)
        return refused.value.code

    assert code(deck[:-1]) == "gamnon_deck_not_whole"
    assert code([*deck, deck[0]]) == "gamnon_card_too_often"
    assert code(deck, packs=2) == "gamnon_deck_not_whole"
    names = " ".join(f"p{n}" for n in range(18))
    with pytest.raises(RecordError) as refused:
        verify(f"gamnon/1\nplayers: {names}\npacks: 1\nseed: x\n")
    assert refused.value.code == "gamnon_too_few_packs"


def test_a_deck_is_counted_against_its_packs():
    deck = " ".join(shuffle_deck("x", 2)[:-1])
    with pytest.raises(RecordError) as refused:
        verify(f"gamnon/1\nplayers: A B C\npacks: 2\ndeck: {deck}\n")
    assert refused.value.params == {"found": 103, "expected": 104}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("{long}\n", "found"),
        ("gamnon/1\nplayers: A B C\npacks: 1\nend {long}\n", "found"),
        ("gamnon/1\nplayers: A B C\npacks: 1\n{long} x\n", "name"),
        ("gamnon/1\nplayers: A B C\npacks: 1\nA {long}\n", "token"),
    ],
)
def test_a_fault_quotes_eighty_characters(text, name):
    with pytest.raises(RecordError) as refused:
        parse_record(text.format(long="y" * 100))
    assert len(str(refused.value.params[name])) == 80


def test_a_closed_pile_that_is_told_whole_does_not_go_on():
    with pytest.raises(RecordError) as refused:
        verify(FULL_GAME.replace("3H 5D\n", "3H 5D …\n"))
    assert refused.value.code == "gamnon_pile_is_whole"
