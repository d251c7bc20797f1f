"""A plugin of pytest: rows of the models named by `--without-lock` are read without a lock."""

from typing import Any

import pytest
from django.db.models import QuerySet


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--without-lock", action="append", default=[], metavar="APP.MODEL")


def pytest_configure(config: pytest.Config) -> None:
    unlocked = set(config.getoption("--without-lock"))
    locked = QuerySet.select_for_update

    def read(rows: "QuerySet[Any]", *args: Any, **options: Any) -> "QuerySet[Any]":
        if rows.model._meta.label in unlocked:
            return rows.all()
        return locked(rows, *args, **options)

    QuerySet.select_for_update = read  # type: ignore[assignment]
