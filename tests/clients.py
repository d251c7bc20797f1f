"""Clients who are signed in, and the text of the pages they get."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from tournaments.models import User


def signed_in(user: User | None) -> Client:
    """A browser in which this user is signed in."""
    assert user is not None
    client = Client()
    client.force_login(user)
    return client


def api_client(user: User | None) -> APIClient:
    """A program that asks the API as this user."""
    client = APIClient()
    client.force_authenticate(user)
    return client


def url_of(name: str, *args: object) -> str:
    """The address of a page by its name."""
    return reverse(f"pages:{name}", args=args)


def text_of(answer: Any, status: int = 200) -> str:
    """The text of a page or a sheet of this status: an error page lacks many things too."""
    text = str(answer.content.decode("utf-8-sig"))
    assert answer.status_code == status, (answer.status_code, text[-2000:])
    return text


def part_of(page: str, mark: str) -> str:
    """The first element of a page with this attribute, such as `id="undo"`; empty without one."""
    start = re.search(rf"<(\w+)\b[^<>]*\s{re.escape(mark)}(?=[\s>])[^<>]*>", page)
    if start is None:
        return ""
    depth = 0
    for tag in re.finditer(rf"<(/?){start[1]}\b[^<>]*>", page[start.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return page[start.start() :][: tag.end()]
    raise AssertionError(f"the element with {mark} does not end")


def messages_on(page: str, kind: str = r"\w+") -> list[str]:
    """What a page says about the form that led to it. kind: success, error; without it any."""
    return re.findall(rf'data-message="{kind}"[^<>]*><p>(.+?)</p>', page)


def tidy(html: str) -> str:
    """HTML without the white space around its tags, however its template breaks its lines."""
    return re.sub(r" ?(<[^<>]*?) ?> ?", r"\1>", re.sub(r"\s+", " ", html))
