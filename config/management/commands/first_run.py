"""manage.py first_run: print how to create the first account, if there is none."""

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse

from config.access.first_run import first_code
from config.access.sign_up import is_new_installation


class Command(BaseCommand):
    help = "Print the address and the code of the first account, if there is no account yet."
    requires_system_checks = ()  # `migrate` makes them

    def handle(self, *args: object, **options: object) -> None:
        if not is_new_installation():
            return
        host = f"http://127.0.0.1:{settings.ENV.port}"
        if not settings.ON_ONE_MACHINE:
            named = settings.ALLOWED_HOSTS[0].lstrip(".*")
            host = f"https://{named or 'YOUR-HOST'}"
        self.stdout.write(
            f"\nThere is no account yet. Make the first one, and the first club, at"
            f"\n  {host}{reverse('pages:first-run')}"
            f"\nwith the code  {first_code()}"
            f"\nor make one with: manage.py createsuperuser\n"
        )
