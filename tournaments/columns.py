"""Model fields that all tables share.

Functions instead of Field subclasses, so that migrations reference only Django's own classes.
"""

import secrets
from typing import Any

from django.db import models

# No 0/o, 1/l/i, u: ids are read aloud and typed from paper.
ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
PUBLIC_ID_LENGTH = 10


def new_public_id() -> str:
    """A short opaque id; ten of thirty letters make 49 bits, and the column is unique."""
    return "".join(secrets.choice(ALPHABET) for _ in range(PUBLIC_ID_LENGTH))


def code(**options: Any) -> "models.CharField[str, str]":
    """A short text: a code, a name, a hash."""
    return models.CharField(max_length=options.pop("max_length", 200), **options)


def public_id() -> "models.CharField[str, str]":
    return code(unique=True, default=new_public_id, editable=False)


def json(default: Any = dict, **options: Any) -> "models.JSONField[Any, Any]":
    return models.JSONField(default=default, **options)


def required_json(**options: Any) -> "models.JSONField[Any, Any]":
    """A JSON column without a default."""
    return models.JSONField(**options)
