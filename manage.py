#!/usr/bin/env python
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config.environment import BadEnvironment, read_environment

    try:
        read_environment()
    except BadEnvironment as error:
        sys.exit(f"roadhouse: {error}")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
