"""Readers of one event, pages and API: 250 requests a second, two thirds of them 304.

Locust is no dependency of the project. Against a service of your own, with PostgreSQL and Redis:

    python -m bench.load.fill                 # an event of a thousand; prints a token
    TOKEN=rh_… uvx locust --locustfile bench/load/locustfile.py --headless \\
        --host http://127.0.0.1:8000 --users 50 --spawn-rate 25 --run-time 5m

Each reader sends five requests a second, so 50 users are 250. The desk enters a result every ten
seconds. Asked: 95 of 100 answers within 100 ms, on two cores.
"""
# mypy: disable-error-code="import-not-found, untyped-decorator, misc"
# Locust is not installed where types are checked.

from __future__ import annotations

import itertools
import os
import random

from locust import FastHttpUser, constant_pacing, constant_throughput, task

SLUG, ROUND, TABLES = "bench", 3, 500
EVENT, API = f"/events/{SLUG}/", f"/api/v1/events/{SLUG}/"
PAGES = (EVENT, f"{EVENT}standings/", f"{EVENT}rounds/{ROUND}/")
ANSWERS = (API, f"{API}standings/", f"{API}rounds/{ROUND}/", f"{API}scores/", f"{API}ratings/")
AS_REFRESH = {"HX-Request": "true"}  # as live.js asks
NEW_READERS = 1 / 3  # of the requests: readers who have nothing yet
HEADERS = {"X-Forwarded-Proto": "https"}


class Reader(FastHttpUser):
    weight = 49
    wait_time = constant_throughput(5)

    def on_start(self) -> None:
        self.etags: dict[str, str] = {}

    @task
    def page(self) -> None:
        self.read(random.choice(PAGES), AS_REFRESH)

    @task
    def answer(self) -> None:
        self.read(random.choice(ANSWERS), {})

    def read(self, address: str, headers: dict[str, str]) -> None:
        etag = self.etags.get(address, "")
        condition = {"If-None-Match": etag} if random.random() > NEW_READERS and etag else {}
        name = f"{address} {'again' if condition else 'new'}"
        headers = {**HEADERS, **headers, **condition}
        with self.client.get(address, headers=headers, name=name, catch_response=True) as answer:
            if answer.status_code in (200, 304):
                answer.success()
                self.etags[address] = answer.headers.get("ETag") or etag


class Desk(FastHttpUser):
    fixed_count = 1
    wait_time = constant_pacing(10)

    def on_start(self) -> None:
        self.tables = itertools.count(1)

    @task
    def correct(self) -> None:
        """Enter the other result at the next table."""
        table = next(self.tables) % TABLES or TABLES
        ended = {"table": table, "result": ("0-F", "R-0")[table % 2], "reason": "misread"}
        address = f"{API}rounds/{ROUND}/results/"
        headers = {**HEADERS, "Authorization": f"Bearer {os.environ['TOKEN']}"}
        self.client.post(address, json={"results": [ended]}, headers=headers)
