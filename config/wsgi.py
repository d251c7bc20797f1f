import os

import django
from django.core.handlers.wsgi import WSGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.middleware.header_charsets import Utf8Request  # noqa: E402  # needs the settings


class Handler(WSGIHandler):
    request_class = Utf8Request


application = Handler()
