"""The document as a file, and a Python client that openapi-python-client generates from it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.clients.program import load_client
from tests.api.document.reading import made_document

CONFIG = Path(__file__).parent / "generator.yaml"


@pytest.fixture(scope="session")
def document_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("document") / "roadhouse.json"
    file.write_text(json.dumps(made_document()))
    return file


@pytest.fixture(scope="session")
def client_folder(document_file, tmp_path_factory):
    """A folder with the package `roadhouse_client`. A warning about the document is a failure."""
    folder = tmp_path_factory.mktemp("python")
    done = subprocess.run(
        [
            Path(sys.executable).with_name("openapi-python-client"), "generate", "--meta", "none",
            "--path", document_file, "--config", CONFIG, "--fail-on-warning",
            "--output-path", folder / "roadhouse_client",
        ],
        capture_output=True, text=True,
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[:5000]
    assert "WARNING" not in said, said[:5000]
    return folder


@pytest.fixture(scope="session")
def generated(client_folder):
    sys.path.insert(0, str(client_folder))
    yield load_client()
    sys.path.remove(str(client_folder))
