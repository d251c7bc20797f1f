"""The settings of the tests, with a database in a file that every run of them begins with."""

from tests.paths import ROOT
from tests.settings import *  # noqa: F403
from tests.settings import DATABASES

DATABASES["default"]["TEST"] = {"NAME": str(ROOT / "tests.sqlite3")}
