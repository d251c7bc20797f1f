"""Fold names, so that one name has one form in most of its spellings.

Han is not read and Hebrew vowels are not guessed: the sort name of a player holds the reading.
"""

import re
import unicodedata

LONGEST = 200  # characters of a folded name

_SMALL = "\1"  # before a small kana, which replaces the vowel before it


def _table(signs: str, latin: str) -> dict[str, str]:
    return dict(zip(signs, latin.split(), strict=True))


_LETTERS = str.maketrans(
    {
        **_table("øœæđðþłıħŋ", "o o a d d th l i h n"),
        **_table("ךםןףץ", "כ מ נ פ צ"),
        **_table("абвгґдеєжзиіклмноп", "a b v g g d e ye zh z i i k l m n o p"),
        **_table("рстуфхцчшщыэюя", "r s t u f kh ts ch sh shch y e yu ya"),
        **dict.fromkeys("ъь", ""),
    }
)
_KATAKANA = {sign: sign - 0x60 for sign in range(0x30A1, 0x30F7)}
_KANA = str.maketrans(
    {
        **_table("あいうえおかきくけこ", "a i u e o ka ki ku ke ko"),
        **_table("さしすせそたちつてと", "sa shi su se so ta chi tsu te to"),
        **_table("なにぬねのはひふへほ", "na ni nu ne no ha hi fu he ho"),
        **_table("まみむめもやゆよわゐゑをん", "ma mi mu me mo ya yu yo wa i e o n"),
        **_table("らりるれろがぎぐげご", "ra ri ru re ro ga gi gu ge go"),
        **_table("ざじずぜぞだぢづでど", "za ji zu ze zo da ji zu de do"),
        **_table("ばびぶべぼぱぴぷぺぽゔ", "ba bi bu be bo pa pi pu pe po vu"),
        **{
            sign: _SMALL + latin
            for sign, latin in _table("ぁぃぅぇぉゃゅょゎ", "a i u e o ya yu yo wa").items()
        },
        **dict.fromkeys("っゕゖー", ""),
    }
)
_KANA_RUN = re.compile(r"[\u3041-\u3096ー]+")
_INSIDE_WORDS = re.compile(r"['’ʼʻ`´.\"״׳“”]")
_HAN = r"[\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_SPACE_IN_HAN = re.compile(f"(?<={_HAN}) (?={_HAN})")
_HAS_HAN = re.compile(_HAN)
_LONG_VOWELS = ((re.compile("ae"), "a"), (re.compile("o[eu]"), "o"), (re.compile("ue"), "u"))
_DOUBLED = re.compile(r"([^\W\d_])\1+")


def fold_name(name: str) -> str:
    """The folded words of a name in alphabetical order, with single spaces; it may be empty.

    Accents, vowel points, doubled letters, and "ue" for "ü" do not matter, nor does the order of
    words. Kana and Cyrillic are written in Latin letters. The start of a word folds to the start of
    the folded word.
    """
    return " ".join(sorted(fold_words(name)))[:LONGEST].strip()


def fold_words(name: str) -> list[str]:
    """The folded words of a name, as they stand in it."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    text = _KANA_RUN.sub(_romanise, text.translate(_KATAKANA))
    text = "".join(
        sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)
    )
    text = _INSIDE_WORDS.sub("", text.translate(_LETTERS))
    text = "".join(sign if sign.isalnum() else " " for sign in text)
    text = _SPACE_IN_HAN.sub("", " ".join(text.split()))
    for vowels, folded in _LONG_VOWELS:
        text = vowels.sub(folded, text)
    return _DOUBLED.sub(r"\1", text).split()


def has_han(word: str) -> bool:
    """Whether a word has no visible beginning for its parts: Han is written without spaces."""
    return bool(_HAS_HAN.search(word))


def _romanise(kana: re.Match[str]) -> str:
    """Hepburn, without long vowels and doubled consonants."""
    text = kana.group().translate(_KANA)
    text = re.sub(f"[aiueo]?{_SMALL}", "", text)
    return re.sub("(sh|ch|j)y", r"\1", text)
