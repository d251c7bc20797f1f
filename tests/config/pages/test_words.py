"""One word for one thing: the catalogs keep to the glossaries, and to themselves."""

import re
from functools import cache

import pytest

from tests.config.pages.test_translations import languages, read_po
from tests.paths import SHARED

RULES = SHARED / "rules"
COLUMN = {"he": 1, "ja": 2}  # of a glossary, after the English
# Sentences of one word that mean something else than the glossary's term of the same spelling.
OTHER_SENSE = {
    "seed": "of a lot, not of a player",
    "share": "of a statistic, not of a debt",
    "place": "in a table, not putting a stone on the board",
    "arbiter": "a role, which Hebrew names without a gender",
    "organiser": "a role, which Hebrew names without a gender",
    "not allowed": "a choice of the rules, not a person's right",
    "control": "of a page",
    "drop": "of a page",
    "turn": "of a page",
    "tak": "the game by its own name",
}
# A term, and what stands for it in every sentence that has it.
TERMS = {
    "capstones?": ("א[בב](ן|ני) ה?ראשה", "キャプストーン"),
    "(standing stones?|walls?(?! screen))": ("חומ|עומד", "壁|ウォール|スタンディングストーン"),
    "stacks?": ("מערו|עתוד", "積[みん]|スタック"),
    "roads?": ("דר[ךכ]", "道|ロード"),
    "komi": ("קומי", "コミ"),
    "ratings?": ("מד.{0,3}כושר|דירוג", "レーティング"),
    "tie-breaks?": ("שוב(ר|רי) ה?שוויון", "タイブレーク"),
    "standings": ("טבל", "順位"),
    "byes?": ("סיבוב.{0,4} ה?חופשי", "BYE|抜け番"),
    "drafts?": ("טיוט", "下書き|未公開"),
    "journal": ("יומן", "記録簿"),
    "knockout": ("נוקאאוט", "勝ち抜き"),
    "crosstable": ("טבלה ה?צולבת", "対戦成績表"),
    "disputes?": ("ערעור", "異議"),
    "forfeit(s|ed)?": ("טכני", "不戦"),
    "ante": ("אנטה", "アンティ"),
    "kupa": ("קופה", "場札|クパ"),
}
# Sentences that name a field of a file or of the API by its own name, or leave a term to a column.
NOT_HELD = (
    "give stones and capstones",
    "Players: player (an id) or name;",
    "Full: settled ratings. Hatched: provisional ones.",
    "the ratings count",
    "the first one names the columns",
)


@cache
def glossary():
    """The terms of the three glossaries: English, and the row it stands in; the first one wins."""
    found: dict[str, list[str]] = {}
    tak = (RULES / "tak.md").read_text(encoding="utf-8")
    texts = [
        (RULES / "glossary-ui.md").read_text(encoding="utf-8"),
        tak[tak.index("Trilingual glossary") :],
        (RULES / "glossary-cards.md").read_text(encoding="utf-8"),
    ]
    for text in texts:
        for row in rows_of(text):
            english = re.sub(r"\(.*?\)", "", row[0])
            for term in re.split(r"[,;/]", english):
                found.setdefault(key_of(term), row)
    return found


def rows_of(text):
    """The rows of its tables, without the number that some begin with."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and not set(line) <= set("|- ") and "English" not in cells:
            yield cells[1:] if cells[0].isdigit() else cells


def key_of(text):
    return text.strip().strip('"“”:.…').casefold()


def agrees(said, row, language):
    """Whether a translation is the glossary's word, or one of the forms that its note names."""
    told = key_of(re.sub(r"[「」\u200e\u200f]", "", said))
    words = re.sub(r"\([THJG][^)]*\)", "", row[COLUMN[language]])
    given = {key_of(word) for word in re.split(r"[,;/、()]", words)} - {""}
    return any(word in told for word in given) or told in words or told in " ".join(row[3:])


@pytest.mark.skipif(not RULES.exists(), reason="no shared rules beside the checkout")
@languages
def test_a_term_is_said_as_the_glossary_says_it(language):
    held, wrong = [], []
    for entry in read_po(language):
        row = glossary().get(key_of(entry.sentence))
        if row is None or entry.context or key_of(entry.sentence) in OTHER_SENSE:
            continue
        held.append(entry.sentence)
        if not all(agrees(form, row, language) for form in entry.forms):
            wrong.append((entry.sentence, entry.forms, row))
    assert wrong == []
    assert len(held) > 40


@languages
@pytest.mark.parametrize("term", sorted(TERMS))
def test_a_term_has_one_word_inside_sentences_too(language, term):
    written = re.compile(rf"(?<![\w-]){term}(?![\w-])", re.IGNORECASE)
    word = re.compile(TERMS[term][COLUMN[language] - 1])
    held, wrong = 0, []
    for entry in read_po(language):
        bare = re.sub(r"\{\w+\}|%\(\w+\)[sd]|<[^>]*>", "", entry.sentence)
        if not written.search(bare) or entry.sentence.startswith(NOT_HELD):
            continue
        held += 1
        wrong += [(entry.sentence, form) for form in entry.forms if not word.search(form)]
    assert wrong == []
    assert held
