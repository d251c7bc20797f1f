"""Fill an empty database with the event that `locustfile.py` reads; print a token of its desk."""

from __future__ import annotations

import os


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from bench.api_bench import fill
    from config.access.tokens import create_token
    from tournaments.models import User

    fill()
    User.objects.create_user("desk", is_staff=True)
    print(create_token(username="desk")[1])


if __name__ == "__main__":
    main()
