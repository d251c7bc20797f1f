"""Model fields that all tables share.

Migrations reference only Django's own classes, so these are functions, or a field that looks like
one of Django's to them.
"""

import secrets
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from django.db import models

from tournaments.name_folding import LONGEST, fold_name

if TYPE_CHECKING:
    TextColumn = models.CharField[str, str]
else:
    TextColumn = models.CharField
FOLDED: dict[str, Any] = {
    "max_length": LONGEST,
    "default": "",
    "blank": True,
    "editable": False,
    "db_index": True,
}
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


def exactly_one(*names: str) -> models.Q:
    """Rows in which one of these columns is set and the others are null."""
    return reduce(
        or_, (models.Q(**{f"{name}__isnull": name != one for name in names}) for one in names)
    )


class FoldedNameField(TextColumn):
    """The folded form of another column of the row, written whenever the row is saved.

    `save(update_fields=...)` must name both columns. Migrations see a CharField.
    """

    def __init__(self, *, of: str, **options: Any) -> None:
        self.of, self.options = of, options
        super().__init__(**FOLDED, **options)

    def deconstruct(self) -> Any:
        name, _path, args, _options = super().deconstruct()
        return name, "django.db.models.CharField", args, FOLDED | self.options

    def clone(self) -> "FoldedNameField":
        return FoldedNameField(of=self.of, **self.options)

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        folded = fold_name(getattr(model_instance, self.of))
        setattr(model_instance, self.attname, folded)
        return folded
