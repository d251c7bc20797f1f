"""A process that runs commands of manage.py one after the other, for Django is loaded only once.

Its argument is a JSON list of lists of words. It prints a JSON list of [exit code, what was said].
"""

import io
import json
import os
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout

from django.core.management import ManagementUtility


def run(words):
    """As manage.py does it; connections are closed at the end of each command."""
    said, code = io.StringIO(), 0
    with redirect_stdout(said), redirect_stderr(said):
        try:
            ManagementUtility(["manage.py", *words]).execute()
        except SystemExit as ended:
            code = int(ended.code or 0)
        except Exception:
            traceback.print_exc()
            code = 1
    return code, said.getvalue()


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    json.dump([run(words) for words in json.loads(sys.argv[1])], sys.stdout)
