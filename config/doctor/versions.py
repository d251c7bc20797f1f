"""The version of the project."""

import tomllib
from functools import cache

from config.environment import ROOT


@cache
def project_version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])
