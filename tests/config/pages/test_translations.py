"""Hebrew and Japanese: complete, compiled, with the placeholders of the English.

What there is to say is read from the sources as Python and as Django read them, not as xgettext
does, which collected the catalogs: a call that xgettext cannot see is missed there and found here.
"""

import ast
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.template import Template
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

from tests.paths import ROOT

PACKAGES = ("config", "tournaments", "games", "ratings", "engine")
TEMPLATES = ROOT / "config" / "pages" / "templates"
FORMS = {"he": 2, "ja": 1}
LETTERS = {"he": r"[\u0590-\u05ff]", "ja": r"[\u3040-\u30ff\u4e00-\u9fff]"}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}")
# A Hebrew letter and a maqaf or hyphen before a placeholder, which a tag may begin.
PREFIX = re.compile(r"[\u05d0-\u05ea][\u05be-](?:<\w+>)?(?:%\(|\{)")
languages = pytest.mark.parametrize("language", sorted(FORMS))

Key = tuple[str | None, str]  # the context, the sentence


@dataclass
class Entry:
    """A sentence of a .po file with its translations, one for each plural form."""

    sentence: str
    context: str | None = None
    plural: str | None = None
    forms: list[str] = field(default_factory=list)
    flags: str = ""

    @property
    def key(self) -> Key:
        return self.context, self.sentence


def catalog(language: str, ending: str) -> Path:
    return ROOT / "config" / "locale" / language / "LC_MESSAGES" / f"django.{ending}"


@cache
def read_po(language: str) -> list[Entry]:
    """The entries of a catalog; they are parted by blank lines."""
    text = catalog(language, "po").read_text(encoding="utf-8")
    return [po_entry(block) for block in text.split("\n\n") if "msgid" in block]


def po_entry(block: str) -> Entry:
    said: dict[str, str] = {}
    flags, word = "", ""
    for line in block.splitlines():
        if line.startswith("#"):
            flags += line[2:] if line.startswith("#,") else ""
            continue
        if not line.startswith('"'):
            word, line = line.split(" ", 1)
        said[word] = said.get(word, "") + ast.literal_eval(line)
    forms = [said[word] for word in sorted(said) if word.startswith("msgstr")]
    return Entry(said["msgid"], said.get("msgctxt"), said.get("msgid_plural"), forms, flags)


def read_mo(language: str) -> dict[str, str]:
    """A compiled catalog as it lies there: context, sentence and plural parted by 4 and 0."""
    raw = catalog(language, "mo").read_bytes()
    magic, _version, count, originals, translations = struct.unpack_from("<5I", raw)
    assert magic == 0x950412DE

    def text(table: int, row: int) -> str:
        length, start = struct.unpack_from("<2I", raw, table + 8 * row)
        return raw[start : start + length].decode()

    return {text(originals, row): text(translations, row) for row in range(count)}


def said_in_python() -> Iterator[Key]:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            yield from said_in(ast.parse(path.read_text(encoding="utf-8")))


def said_in(tree: ast.Module) -> Iterator[Key]:
    """Every sentence given to a function of django.utils.translation, under any name."""
    names = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
    }
    names |= {name: name for name in ("gettext_noop", "ngettext_lazy")}  # the pure packages' own
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            for target in node.targets:
                if isinstance(target, ast.Name) and node.value.id in names:
                    names[target.id] = names[node.value.id]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            function = names.get(node.func.id, "")
            if "gettext" in function and node.args:
                words = [a.value for a in node.args if isinstance(a, ast.Constant)]
                told = [word for word in words if isinstance(word, str)]
                if "pgettext" in function and len(told) > 1:
                    yield told[0], told[1]
                elif told:
                    yield None, told[0]


def said_in_templates() -> Iterator[Key]:
    paths = [*TEMPLATES.rglob("*.html"), *TEMPLATES.rglob("*.txt")]
    assert paths
    for path in paths:
        template = Template(path.read_text(encoding="utf-8"))
        for kind in (TranslateNode, BlockTranslateNode):
            for node in template.nodelist.get_nodes_by_type(kind):
                yield from said_by(node)


def said_by(node: Any) -> Iterator[Key]:
    context = node.message_context.var if node.message_context else None
    if isinstance(node, BlockTranslateNode):
        yield context, node.render_token_list(node.singular)[0]
    elif (
        literal := node.filter_expression.var.literal
    ) is not None:  # a variable is said elsewhere
        yield context, str(literal)


@cache
def said() -> frozenset[Key]:
    return frozenset([*said_in_python(), *said_in_templates()])


@pytest.mark.slow
def test_the_sources_are_read() -> None:
    """One of each way to say something, so that the next test cannot pass by finding nothing."""
    assert (None, "Skip to the page") in said()  # {% translate %}
    assert ("a game", "Before") in said()  # {% translate … context %}
    assert (None, "%(count)s open card") in said()  # {% blocktranslate count %}
    assert (None, "Nothing at this address") in said()
    assert (None, "There is no {what} {key}.") in said()  # a refusal
    assert (None, "{square} is not empty.") in said()  # a pure package
    assert (None, "planned the event") in said()  # a table of words
    assert len(said()) > 2000


@languages
def test_every_sentence_has_a_translation(language: str) -> None:
    """What fails here is collected by `make messages`; then translate it and compile it."""
    translated = {entry.key for entry in read_po(language) if all(entry.forms)}
    missing = sorted(sentence for context, sentence in said() - translated)
    assert missing == []


@languages
def test_nothing_is_guessed(language: str) -> None:
    assert [entry.sentence for entry in read_po(language) if "fuzzy" in entry.flags] == []


@languages
def test_the_compiled_catalog_is_what_the_source_says(language: str) -> None:
    told = {}
    for entry in read_po(language)[1:]:
        key = "\0".join([entry.sentence, *([entry.plural] if entry.plural else [])])
        key = f"{entry.context}\x04{key}" if entry.context else key
        if all(entry.forms):
            told[key] = "\0".join(entry.forms)
    found = read_mo(language)
    assert "charset=UTF-8" in found.pop("")  # the head, from which msgfmt drops a date
    assert found == told


@languages
def test_a_translation_has_the_placeholders_of_its_sentence(language: str) -> None:
    """The Hebrew form of one may leave its number out: it says "one game"."""
    wrong = []
    for entry in read_po(language)[1:]:
        wanted = sorted(PLACEHOLDER.findall(entry.plural or entry.sentence))
        for number, form in enumerate(entry.forms):
            found = sorted(PLACEHOLDER.findall(form))
            of_one = entry.plural and number == 0 and len(entry.forms) > 1
            if found != wanted and not (of_one and set(found) <= set(wanted)):
                wrong.append((entry.sentence, form))
    assert wrong == []


def test_a_hebrew_prefix_is_not_joined_to_a_placeholder() -> None:
    """What stands there may be English or a number: `במשחק {number}`, not a letter and a maqaf."""
    joined = [
        (entry.sentence, form)
        for entry in read_po("he")
        for form in entry.forms
        if PREFIX.search(form)
    ]
    assert joined == []


@languages
def test_a_translation_keeps_the_room_around_its_sentence(language: str) -> None:
    """Some sentences are followed by a list: they end with a space."""
    wrong = [
        entry.sentence
        for entry in read_po(language)[1:]
        for form in entry.forms
        if entry.sentence.endswith((" ", "\n")) != form.endswith((" ", "\n"))
    ]
    assert wrong == []


@languages
def test_each_plural_has_its_forms(language: str) -> None:
    plurals = [entry for entry in read_po(language) if entry.plural]
    assert plurals
    assert {len(entry.forms) for entry in plurals} == {FORMS[language]}


@pytest.mark.slow
@languages
def test_each_counted_sentence_counts_in_the_catalog_too(language: str) -> None:
    """A plural that the catalog took for a plain sentence would never be found."""
    plain = {entry.sentence for entry in read_po(language) if not entry.plural}
    counted = {
        node.args[0].value
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and "ngettext" in node.func.id
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(counted) > 60
    assert counted & plain == set()


@languages
def test_no_translation_is_in_the_other_language(language: str) -> None:
    """A name that the English sentence gives as an example is the same in all."""
    (other,) = set(LETTERS) - {language}
    forms = [form for entry in read_po(language) for form in entry.forms]
    strange = re.compile(LETTERS[other])
    assert [
        form
        for entry in read_po(language)
        for form in entry.forms
        if set(strange.findall(form)) - set(strange.findall(entry.sentence))
    ] == []
    own = [form for form in forms if re.search(LETTERS[language], form)]
    assert len(own) > 0.98 * len(forms)
