"""Somebody who signs up."""

from typing import Any

from django.test import Client

from tests.clients import url_of

PASSWORD = "a red capstone 7"


def send_sign_up(client: Client, **about: str) -> Any:
    """Send the form of a new account, of noa unless it says otherwise."""
    return client.post(
        url_of("signup"), {"username": "noa", "password": PASSWORD, "name": ""} | about
    )
