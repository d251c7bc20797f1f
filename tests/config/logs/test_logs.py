"""No secret of an address reaches a line of the log, neither ours nor the web server's own."""

import io
import logging
import logging.config
from typing import Any

import pytest
from django.test import Client
from gunicorn.config import Config  # type: ignore[import-untyped]

from config import settings
from config.logs.gunicorn_log import MaskingLogger

LOGGING: dict[str, Any] = settings.LOGGING
SECRET = "2abc-d3ef-gh4j-kmn5"
ADDRESSES = [
    f"/e/{SECRET}/", f"/invite/{SECRET}/", f"/reset/MQ/{SECRET}/", f"/join/{SECRET}/",
    f"/playtak/{SECRET}/", f"/calendar/{SECRET}.ics",
]  # fmt: skip


class Broken(Exception):
    pass


def lines_of(logger: logging.Logger, path: str) -> str:
    """What a logger writes of a request that failed, its trace included."""
    out = io.StringIO()
    for handler in logger.handlers:
        if isinstance(handler, logging.StreamHandler):
            handler.setStream(out)
    try:
        raise Broken(f"no page at {path} for rh_abcdefghijklmnop")
    except Broken:
        logger.exception("Error handling request %s", path)
    return out.getvalue()


@pytest.mark.parametrize("path", ADDRESSES)
def test_the_web_servers_own_log_is_masked(path, monkeypatch):
    server = MaskingLogger(Config())
    monkeypatch.setattr(server.error_log, "propagate", False)
    said = lines_of(server.error_log, path)
    assert "Traceback" in said
    assert "Broken" in said
    assert SECRET not in said
    assert "rh_abc" not in said


@pytest.mark.parametrize("kind", ["text", "json"])
@pytest.mark.parametrize("path", ADDRESSES)
def test_our_log_is_masked_with_its_traces(path, kind):
    configured = logging.config.DictConfigurator(LOGGING)
    configured.config["formatters"]["line"] = configured.configure_formatter(
        {**LOGGING["formatters"]["line"], "kind": kind}
    )
    handler = logging.StreamHandler()
    handler.setFormatter(configured.config["formatters"]["line"])
    logger = logging.Logger("a log of this test")
    logger.addHandler(handler)
    said = lines_of(logger, path)
    assert "Broken" in said
    assert SECRET not in said
    assert "rh_abc" not in said


def test_every_handler_of_the_settings_masks():
    assert {each["formatter"] for each in LOGGING["handlers"].values()} == {"line"}
    assert LOGGING["formatters"]["line"]["()"] == "config.logs.formatters.make_formatter"


def test_gunicorn_takes_the_masking_log():
    said: dict[str, str] = {}
    with open("gunicorn.conf.py") as file:
        exec(file.read(), said)
    config = Config()
    config.set("logger_class", said["logger_class"])
    assert config.logger_class is MaskingLogger


@pytest.mark.django_db
@pytest.mark.parametrize("path", ADDRESSES)
def test_a_wrong_secret_is_masked_where_django_names_it(path, caplog):
    caplog.handler.setFormatter(logging.Formatter())
    Client().get(path)
    said = [LINE.format(record) for record in caplog.records]
    assert all(SECRET not in line for line in said)


LINE = logging.config.DictConfigurator(LOGGING).configure_formatter(
    dict(LOGGING["formatters"]["line"])
)
