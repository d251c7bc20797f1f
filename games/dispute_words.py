"""Problems of games that came from elsewhere, in words of the active language."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from engine.counted import PluralMessage
from engine.errors import RecordError
from games.models import Dispute
from games.playtak.wanted import MESSAGES, Problem
from tournaments.documents import Document
from tournaments.errors import DomainError
from tournaments.wording import refusal_sentence, translate_marked


def dispute_text(dispute: Dispute) -> str:
    """What a dispute is about: the words of who opened it, or those of its problems."""
    if not dispute.problems:
        return dispute.text
    return text_of_problems(dispute.problems)


def text_of_problems(problems: Iterable[Mapping[str, Any]]) -> str:
    return _("The game from playtak does not fit: {problems}").format(
        problems=" ".join(map(problem_words, problems))
    )


def problem_words(problem: Mapping[str, Any]) -> str:
    """A problem, as in `Problem.as_json`, in the active language."""
    params = dict(problem["params"])
    if "message" in params:
        params["reason"] = translate_marked(params["message"]).format(**params["params"])
    return translate_marked(MESSAGES[problem["code"]]).format(**params)


def describe_problems(problems: Iterable[Mapping[str, Any]]) -> list[Document]:
    """Problems with their words, for programs and pages."""
    return [{**each, "message": problem_words(each)} for each in problems]


def not_proved(refused: RecordError | DomainError) -> Problem:
    """What the engine or a service refuses of a record, kept so that it can be translated."""
    if isinstance(refused, RecordError):
        message: object = refused.message
        details = refused.params
    else:
        message, details = refused.message, refused.details
    with override("en"):
        if isinstance(message, PluralMessage) or _is_plural(message):
            sentence = (
                refusal_sentence(refused) if isinstance(refused, RecordError) else str(refused)
            )
            return Problem("not_proved", {"reason": sentence})
        kept = {
            name: value if type(value) is int else str(value) for name, value in details.items()
        }
        return Problem("not_proved", {"message": str(message), "params": kept})


def _is_plural(message: object) -> bool:
    """Whether a sentence of Django's has plural forms, which are chosen while it is formatted."""
    return "singular" in getattr(message, "_kw", {})
