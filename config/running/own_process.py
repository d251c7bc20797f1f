"""What each process of the service sets for itself at its start."""

import io
import os
import sys

from config import environment
from config.running.memory import use_few_heaps


def set_up_process() -> None:
    os.chdir(environment.ROOT)
    # The checks load every page and view into the worker. `migrate` has just run them.
    os.environ["CELERY_SKIP_CHECKS"] = "1"
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    use_few_heaps()
