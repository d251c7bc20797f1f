"""On which paper and in which language a sheet is printed: chosen behind the question mark."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.utils.translation import get_language

PAPERS = {"a4": "A4", "letter": "Letter"}
USUAL = "a4"


class Choice(NamedTuple):
    """paper: a key of PAPERS. language: one of the service's, by default that of the reader."""

    paper: str
    language: str

    @property
    def query(self) -> str:
        return "?" + urlencode({"paper": self.paper, "lang": self.language})


def choice_of(query: Mapping[str, str]) -> Choice:
    """What is asked for; anything unknown is as if nothing was."""
    paper, language = query.get("paper", ""), query.get("lang", "")
    return Choice(
        paper if paper in PAPERS else USUAL,
        language if language in dict(settings.LANGUAGES) else get_language() or "en",
    )


def other_choices(chosen: Choice) -> dict[str, list[tuple[str, str, bool]]]:
    """The same sheet otherwise: (what, query, whether it is chosen) by paper and by language."""
    return {
        "other_papers": [
            (name, chosen._replace(paper=paper).query, paper == chosen.paper)
            for paper, name in PAPERS.items()
        ],
        "other_languages": [
            (code, chosen._replace(language=code).query, code == chosen.language)
            for code, _name in settings.LANGUAGES
        ],
    }
