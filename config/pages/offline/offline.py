"""The installable page: manifest, service worker, and the page that is shown without a network."""

import json
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

NAME = "Roadhouse"
# Of --paper in tokens.css, by day and by night.
PAPER, PAPER_DARK = "#F4EDDF", "#1A1512"
# Sizes in pixels; a maskable icon has its drawing in the middle 80 %, which no platform cuts off.
ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("maskable-512", 512, "maskable"))
SCRIPT = Path(__file__).with_name("worker.js")
# What pages that are kept are drawn with.
FILES = (
    "tokens.css", "roadhouse.css", "mark.svg", "vendor/htmx-2.0.10.min.js", "live.js", "wall.js",
    "zone.js", "desk.js", "slips.js", "places.js", "outbox.js", "offline.js", "icons/icon-192.png",
)  # fmt: skip


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """The web app manifest, in the language of the reader."""
    icons = [
        {
            "src": static(f"roadhouse/icons/{name}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, size, purpose in ICONS
    ]
    shortcuts = [
        {"name": _("My table"), "url": reverse("pages:me")},
        {"name": _("Desk"), "url": reverse("pages:manage-events")},
    ]
    response = JsonResponse(
        {
            "id": "/",
            "name": NAME,
            "short_name": NAME,
            "description": _("Tournaments and ratings of Tak, Taki and Gamnon"),
            "lang": get_language(),
            "dir": "rtl" if get_language_bidi() else "ltr",
            "start_url": reverse("pages:home"),
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "icons": icons,
            "shortcuts": shortcuts,
        },
        content_type="application/manifest+json",
    )
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker of the whole site. It changes when a file does that it keeps."""
    given = {
        "files": [static(f"roadhouse/{name}") for name in FILES],
        "staticPrefix": settings.STATIC_URL,
        "offline": reverse("pages:offline"),
        "logout": reverse("pages:logout"),
        "links": reverse("pages:personal-code"),
        "icon": static("roadhouse/icons/icon-192.png"),
    }
    text = f"const GIVEN = {json.dumps(given, sort_keys=True)};\n{SCRIPT.read_text()}"
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response["Service-Worker-Allowed"] = "/"
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The page without a network. It holds nothing of its reader but the language."""
    response = render(request, "pages/offline/offline.html", {"section": "offline"})
    patch_cache_control(response, private=True, no_cache=True)
    return response
