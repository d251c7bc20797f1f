"""A fault is found behind whichever other hostile values stand in the same request."""

import json
from http.cookies import SimpleCookie
from itertools import product
from types import SimpleNamespace

import pytest

from tests.flows.hostile.sending import PROBLEM, Sender, Sent, Together

PLACES = ("a", "b", "c", "d")
TAKEN, NAMED, UNNAMED, FAULT = "taken", "named", "unnamed", "fault"


class Service:
    """Reads the fields of a query as `does` says: first those that it refuses, all by name or the
    first without; then the others, one after the other.
    """

    def __init__(self, does, *, always_refuses):
        self.does, self.always_refuses = does, always_refuses
        self.cookies = SimpleCookie({"sessionid": "1"})
        self.asked = 0

    def generic(self, _method, path, _body, **_how):
        self.asked += 1
        hostile = [name for name in path.partition("?")[2].split("&") if name]
        found = {name: self.does[name] for name in hostile}
        if named := [name for name in hostile if found[name] == NAMED]:
            return problem(400, errors=[{"field": name} for name in named])
        for name in hostile:
            if found[name] in (UNNAMED, FAULT):
                return problem(404 if found[name] == UNNAMED else 500)
        return problem(400, detail="nothing was sent") if self.always_refuses else problem(200)


def problem(status, **more):
    content = json.dumps(more).encode()
    return SimpleNamespace(
        status_code=status, content=content, headers={"Content-Type": PROBLEM}, streaming=False
    )


def asked(places):
    return Together(places, lambda some: Sent("get", "/x/?" + "&".join(some)))


@pytest.mark.parametrize("always_refuses", [False, True])
def test_the_fault_of_one_place_is_found_whatever_the_others_do(always_refuses):
    for does in product((TAKEN, NAMED, UNNAMED, FAULT), repeat=len(PLACES)):
        service = Service(dict(zip(PLACES, does, strict=True)), always_refuses=always_refuses)
        sender = Sender(service)
        sender.send_all(iter([asked(PLACES)]))
        assert bool(sender.wrong) == (FAULT in does), does
        assert sender.walked == len(PLACES)


def test_values_that_are_all_taken_or_all_named_are_one_request():
    for does in (TAKEN, NAMED):
        service = Service(dict.fromkeys(PLACES, does), always_refuses=False)
        Sender(service).send_all(iter([asked(PLACES)]))
        assert service.asked == 1


def test_what_is_compared_with_is_sent_once():
    """Places that a refusal does not name are compared with the request without them."""
    service = Service(dict.fromkeys(PLACES, TAKEN), always_refuses=True)
    Sender(service).send_all(iter([asked(PLACES), asked(PLACES[:2])]))
    assert service.asked == 3


def test_what_hid_the_others_before_is_sent_alone_first():
    does = dict.fromkeys(PLACES, TAKEN) | {"d": UNNAMED}
    service = Service(does, always_refuses=False)
    sender = Sender(service)
    sender.send_all(iter([asked(PLACES)]))
    first = service.asked
    sender.send_all(iter([asked(PLACES)]))
    assert service.asked - first == 3  # all, that one, the others
