"""The document is made once for a state of the code, by a process that ends."""

import logging

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from config.api.document import stored
from tests.clients import text_of

ADDRESS = "/api/v1/schema/"


@pytest.fixture
def var_dir(tmp_path, settings, monkeypatch):
    """Of this process and of those that it starts."""
    settings.VAR_DIR = tmp_path
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    return tmp_path / "openapi"


@pytest.mark.slow
def test_another_process_makes_it_and_it_is_that_of_this_code(client, var_dir):
    with translation.override("he"):
        made = stored.make_document()
    for form, body in made.items():
        answer = client.get(f"{ADDRESS}?format={form}", headers={"Accept-Language": "ja"})
        assert answer.content == body
        assert f".{form}" in answer["Content-Disposition"]
    names = {path.name for path in var_dir.iterdir()}
    assert names == {"lock", f"{stored.LOADED}.json", f"{stored.LOADED}.yaml"}


def test_what_is_stored_is_served_with_its_type(client, var_dir):
    var_dir.mkdir()
    (var_dir / f"{stored.LOADED}.yaml").write_text("yes: yaml")
    (var_dir / f"{stored.LOADED}.json").write_text('{"yes": "json"}')
    types = {
        "application/vnd.oai.openapi": ("application/vnd.oai.openapi; charset=utf-8", "yes: yaml"),
        "application/yaml": ("application/yaml; charset=utf-8", "yes: yaml"),
        "application/vnd.oai.openapi+json": (
            "application/vnd.oai.openapi+json",
            '{"yes": "json"}',
        ),
        "application/json": ("application/json", '{"yes": "json"}'),
    }
    for accept, expected in types.items():
        answer = client.get(ADDRESS, headers={"Accept": accept})
        assert (answer["Content-Type"], text_of(answer)) == expected


@pytest.mark.slow
def test_code_that_changed_meanwhile_does_not_answer_for_this_one(var_dir, caplog):
    with caplog.at_level(logging.WARNING):
        body = stored.document("json", state="earlier")
    assert body == stored.make_document()["json"]
    assert "is not stored" in caplog.text
    assert [path.name for path in var_dir.iterdir()] == ["lock"]


def test_the_command_refuses_to_answer_for_other_code(var_dir):
    with pytest.raises(CommandError, match="changed"):
        call_command("store_document", of="earlier")
    assert not var_dir.exists()


@pytest.mark.slow
def test_the_document_of_earlier_code_is_removed(var_dir):
    var_dir.mkdir()
    (var_dir / "earlier.json").write_text("{}")
    call_command("store_document")
    assert sorted(path.name for path in var_dir.iterdir()) == [
        f"{stored.LOADED}.json",
        f"{stored.LOADED}.yaml",
    ]


@pytest.mark.parametrize("name", ["a.py", "words.toml", "examples.json"])
def test_a_changed_file_is_another_state_of_the_code(tmp_path, name):
    folder = tmp_path / "games" / "api"
    folder.mkdir(parents=True)
    (folder / name).write_text("1")
    before = stored.state_of_code(tmp_path)
    (folder / "page.html").write_text("does not matter")
    assert stored.state_of_code(tmp_path) == before
    (folder / name).write_text("22")
    assert stored.state_of_code(tmp_path) != before
