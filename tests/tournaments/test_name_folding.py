"""One name in its spellings folds to one form; names of different people do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.name_folding import LONGEST, fold_name, fold_words

LATIN = st.text(st.sampled_from("abdeklmnoprstuéüöñ "), max_size=20)


@pytest.mark.parametrize(
    "spellings",
    [
        ("Hana Dvořáková", "Hana Dvorakova", "DVORAKOVA, Hana", "  hana  dvořáková "),
        ("Jürgen Groß", "Juergen Gross", "GROSS Jurgen"),
        ("Łukasz Østergård", "Lukasz Ostergard"),
        ("Seán O’Brien", "Sean O'Brien", "Sean OBrien"),
        ("Anne-Marie Roy", "Anne Marie Roy"),
        ("שָׁלוֹם כֹּהֵן", "שלום כהן", "כהן שלום"),
        ("さとう けんじ", "サトウ　ケンジ", "ｻﾄｳ ｹﾝｼﾞ", "Satō Kenji", "Satou Kenji"),
        ("しょうた はっとり", "Shota Hattori"),
        ("チェン・ファ", "Chen Fa"),
        ("田中 愛子", "田中愛子", "田中　愛子"),
        ("Юрий Щукин", "Yuri Shchukin"),
    ],
)
def test_spellings_of_one_name_fold_alike(spellings):
    assert len({fold_name(each) for each in spellings}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Player 1", "Player 11"),
        ("Hana Dvořáková", "Jana Dvořáková"),
        ("דוד כהן", "דוד לוי"),
        ("ささき けん", "ささき れん"),
        ("田中 愛子", "田中 愛"),
    ],
)
def test_other_names_stay_apart(one, other):
    assert fold_name(one) != fold_name(other)


def test_words_are_sorted_and_signs_are_dropped():
    assert fold_name("O’Hara, Béla (Jr.)") == "bela jr ohara"
    assert fold_name("???") == ""


@given(LATIN, st.integers(0, 20))
def test_the_start_of_a_word_folds_to_the_start_of_the_folded_word(name, length):
    words = name.split()
    for word in words:
        start, whole = fold_words(word[:length]), fold_words(word)
        assert not start or whole[0].startswith(start[0])


@given(st.text(max_size=150))
def test_a_folded_name_fits_its_column(name):
    folded = fold_name(name)
    assert len(folded) <= LONGEST
    assert folded == folded.strip()
