"""Paper size and language of a printed sheet, from the query string."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.utils.translation import get_language

PAPERS = {"a4": "A4", "letter": "Letter"}
DEFAULT_PAPER = "a4"


class PrintOptions(NamedTuple):
    """paper: a key of PAPERS. language: a code of settings.LANGUAGES."""

    paper: str
    language: str

    @property
    def query(self) -> str:
        return "?" + urlencode({"paper": self.paper, "lang": self.language})


def read_print_options(query: Mapping[str, str]) -> PrintOptions:
    """Unknown values fall back to A4 and the active language."""
    paper, language = query.get("paper", ""), query.get("lang", "")
    return PrintOptions(
        paper if paper in PAPERS else DEFAULT_PAPER,
        language if language in dict(settings.LANGUAGES) else get_language() or "en",
    )


def print_option_links(options: PrintOptions) -> dict[str, list[tuple[str, str, bool]]]:
    """Links to the same sheet in other papers and languages: (label, query, is_current)."""
    return {
        "other_papers": [
            (name, options._replace(paper=paper).query, paper == options.paper)
            for paper, name in PAPERS.items()
        ],
        "other_languages": [
            (code, options._replace(language=code).query, code == options.language)
            for code, _name in settings.LANGUAGES
        ],
    }
