import os
from functools import partial
from typing import Any

import django
from django.core.handlers.wsgi import WSGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.middleware.header_charsets import Utf8Request  # noqa: E402  # needs the settings
from config.running.call_stack import call_with_room  # noqa: E402


class Handler(WSGIHandler):
    request_class = Utf8Request

    def __call__(self, *asked: Any) -> Any:
        return call_with_room(partial(super().__call__, *asked))


application = Handler()
