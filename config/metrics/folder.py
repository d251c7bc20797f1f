"""The folder in which web processes count together. Read by gunicorn.conf.py, so without Django."""

import os
import shutil
from pathlib import Path

from config.private_files import make_private_folder


def count_in_files(var_dir: Path) -> None:
    """Begin to count from nothing. prometheus_client reads the variable when it is imported."""
    folder = var_dir / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    make_private_folder(folder)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
