"""python -m games.archive verify FILE: needs neither settings nor a database."""

import argparse
import sys
from pathlib import Path

from games.archive import format as archive
from games.archive.verify import find_differences


def main() -> int:
    """0: everything follows; 1: differences, one a line; 2: the file cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m games.archive", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verify = verbs.add_parser("verify", help="prove an archive again")
    verify.add_argument("file", type=Path)
    verify.add_argument("--key", default="", help="the public key that must have signed it")
    given = parser.parse_args()
    try:
        if given.file.stat().st_size > archive.MAX_BYTES:
            raise archive.BadArchive("It is too large.")
        parts = archive.read_archive(given.file.read_bytes())
        found = find_differences(parts, public=given.key)
    except OSError as error:
        print(f"{given.file}: {error.strerror}", file=sys.stderr)
        return 2
    except archive.BadArchive as error:
        print(f"{given.file}: {error}")
        return 1
    for line in found:
        print(line)
    print(f"{given.file}: differences: {len(found)}" if found else f"{given.file}: equal")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
