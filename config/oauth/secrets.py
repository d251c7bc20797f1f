"""The secrets of applications: those of clients, access tokens, refresh tokens."""

import secrets

from config.access.tokens import SECRET_BYTES

CLIENT, ACCESS, REFRESH = "rhc_", "rha_", "rhr_"


def new_client_secret() -> str:
    return CLIENT + secrets.token_urlsafe(SECRET_BYTES)


def new_access_token(request: object, refresh_token: bool = False) -> str:
    return ACCESS + secrets.token_urlsafe(SECRET_BYTES)


def new_refresh_token(request: object) -> str:
    return REFRESH + secrets.token_urlsafe(SECRET_BYTES)
