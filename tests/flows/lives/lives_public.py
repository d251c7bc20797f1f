"""What somebody without an account sees of an event, at every address there is."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, resolve

from tournaments.models import Entry, Event, GameSlot, Pairing, Round

# Made anew for every reader: not the event's.
ANEW = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')
LISTS = ("/api/v1/pairings/?event={slug}", "/api/v1/games/?event={slug}", "/api/v1/events/")
# Where rounds are shown; looked at each time a draft changes.
SHOWN = re.compile(r"^/api/v1/(events/[^/]+/(rounds/(\d+/(proof/)?)?|standings/)?|pairings/.*)$")
PARAMETER = re.compile(r"%\((\w+)\)s")
OF_AN_EVENT = re.compile(r"^(api/v1/)?((events|pairings|players)/.*)?$")


Seen = dict[str, tuple[int, bytes]]  # status and body by address


def seen_by_nobody(event: Event, *, draft: Round, everywhere: bool) -> Seen:
    """What an anonymous reader gets; everywhere: not only where rounds are shown."""
    return _read([each for each in addresses(event, draft) if everywhere or SHOWN.search(each)])


def without_draft(draft: Round, asked: Sequence[str]) -> Seen:
    """The same answers in a world in which the draft was never made."""
    with transaction.atomic():
        Round.objects.get(pk=draft.pk).delete()
        seen = _read(asked)
        transaction.set_rollback(True)
    return seen


def _read(asked: Sequence[str]) -> Seen:
    client, seen = Client(), {}
    for address in asked:
        cache.clear()  # what is kept for other readers, and how often this one asked
        answer: Any = client.get(address)
        body = b"".join(answer) if answer.streaming else answer.content
        seen[address] = (answer.status_code, ANEW.sub(b"", body))
    return seen


def addresses(event: Event, draft: Round) -> Iterator[str]:
    """Every address of the service that can be filled from an event and its draft."""
    values = _values(event, draft)
    for pattern in sorted(_patterns(get_resolver())):
        names = PARAMETER.findall(pattern)
        if not OF_AN_EVENT.search(pattern) or not set(names) <= set(values):
            continue
        for filled in product(*(values[name] for name in names)):
            address = "/" + pattern % dict(zip(names, filled, strict=True))
            if _is_read(address):
                yield address
    for each in LISTS:
        yield each.format(slug=event.slug)


def _is_read(address: str) -> bool:
    """Whether there is something to get there."""
    view = resolve(address).func
    view_class = getattr(view, "cls", None) or getattr(view, "view_class", None)
    return view_class is None or hasattr(view_class, "get")


def _values(event: Event, draft: Round) -> Mapping[str, Sequence[Any]]:
    pairing = Pairing.objects.filter(round=draft).order_by("pk").first()
    slot = GameSlot.objects.filter(pairing__round=draft).order_by("pk").first()
    entry = Entry.objects.filter(seats__round=draft).order_by("pk").select_related("player").first()
    values: dict[str, Sequence[Any]] = {"slug": [event.slug], "number": [draft.number]}
    if pairing:
        values |= {"pairing_id": [pairing.pk]}
    if slot:
        values |= {"slot_id": [slot.pk]}
    if entry:
        values |= {
            "public_id": [entry.player.public_id],
            "entry_id": [entry.pk],
            "entry": [entry.number],
        }
    return values


def _patterns(resolver: Any) -> set[str]:
    """The address of each view, as Django would fill it."""
    found = set()
    for key in resolver.reverse_dict.keys():  # noqa: SIM118  # a MultiValueDict
        for possibility, _pattern, _defaults, _converters in resolver.reverse_dict.getlist(key):
            found |= {filled for filled, _names in possibility}
    for namespace, (prefix, below) in resolver.namespace_dict.items():
        if namespace != "admin":
            found |= {prefix + each for each in _patterns(below)}
    return found
