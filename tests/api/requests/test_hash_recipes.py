"""The program of docs/api.md checks what the API answers, and finds what was changed."""

import re
from copy import deepcopy
from typing import Any

import pytest

from tests.docs.documents import read, section

CODE = re.compile(r"```python\n(.*?)```", re.S)


@pytest.fixture(scope="module")
def program():
    (code,) = CODE.findall(section(read("docs/api.md"), "Checking hashes"))
    names: dict[str, Any] = {}
    exec(code, names)  # ours, of the document
    return names


def changed(answer, change):
    other = deepcopy(answer)
    change(other)
    return other


def test_publications(world, program):
    get, check = world.clients["anonymous"].get, program["check_publication"]
    table = get("/api/v1/events/finishable/rounds/1/standings/").json()
    assert check(table)
    assert not check(changed(table, lambda it: it["rows"][0].update(rank=9)))


@pytest.mark.parametrize("who", ["anonymous", "organiser"])
def test_proofs(world, program, who):
    get, check = world.clients[who].get, program["check_proof"]
    proof = get(f"/api/v1/events/spring/rounds/{world.ids['round']}/proof/").json()
    assert check(proof)
    assert (proof["staff"] is None) == (who == "anonymous")
    assert not check(changed(proof, lambda it: it["document"].update(seed=-1)))
    if proof["staff"] is not None:
        assert not check(changed(proof, lambda it: it["staff"].update(salt="other")))


def test_journals(world, program):
    get, check = world.clients["organiser"].get, program["check_journal"]
    lines = get("/api/v1/events/spring/journal/?limit=500").json()["results"]
    assert check(lines)
    assert any(line["text"] for line in lines)
    at = next(at for at, line in enumerate(lines) if line["text"])
    assert check(changed(lines, lambda it: it[at].update(text="")))
    assert not check(changed(lines, lambda it: it[at].update(text="another")))
    assert not check(changed(lines, lambda it: it[1].update(subject="x")))
    assert not check(lines[1:])
    assert not check([lines[0], *lines[2:]])
