"""The environment of processes that tests start."""

import os

from config.environment import NAMES


def bare_environment(**given: str) -> dict[str, str]:
    """That of this process without our variables and without a `.env`, and what is given."""
    ours = {*NAMES, "DJANGO_SETTINGS_MODULE"}
    others = {name: value for name, value in os.environ.items() if name not in ours}
    return {**others, "ENV_FILE": "", **given}
