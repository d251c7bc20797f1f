"""Names of the values of enums, for generators: they make poor ones of `R-0` or `-name`."""

import re
from typing import Any

from config.api.document.enums import schemas_with_codes
from engine.tak.results import DRAW, FIRST_WINS, SECOND_WINS, UNFINISHED

Schema = dict[str, Any]

SPECIAL = {
    "": "NONE",
    "R-0": "FIRST_BY_ROAD",
    "0-R": "SECOND_BY_ROAD",
    "F-0": "FIRST_BY_FLATS",
    "0-F": "SECOND_BY_FLATS",
    FIRST_WINS: "FIRST_WINS",
    SECOND_WINS: "SECOND_WINS",
    DRAW: "DRAW",
    UNFINISHED: "UNFINISHED",
}


def name_values(result: Schema, **_made_by: object) -> Schema:
    """Add `x-enum-varnames` where a value is no name by itself."""
    for schema in schemas_with_codes(result):
        values = list(map(str, schema["enum"]))
        if not all(value.isidentifier() for value in values):
            schema["x-enum-varnames"] = [name_of(value) for value in values]
    return result


def name_of(value: str) -> str:
    """`BH/C1`: BH_C1; `-name`, an order: NAME_DESCENDING."""
    if value in SPECIAL:
        return SPECIAL[value]
    if value.startswith("-"):
        return f"{name_of(value[1:])}_DESCENDING"
    return re.sub(r"\W", "_", value).upper()
