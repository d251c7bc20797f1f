"""What browsers may do with an answer: the content policy, and the headers beside it.

No page has a script or a style inside it: all come from files of this service, and nothing comes
from elsewhere. `tests/flows/security/test_page_headers.py` asks every address.
"""

from collections.abc import Callable, Mapping

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Policy = Mapping[str, tuple[str, ...]]
NOBODY, OURS = ("'none'",), ("'self'",)

POLICY: Policy = {
    "default-src": NOBODY,
    "script-src": OURS,
    "style-src": OURS,
    # data: small pictures of style sheets; blob: the picture of a board that a reader saves.
    "img-src": (*OURS, "data:", "blob:"),
    "font-src": OURS,
    "connect-src": OURS,
    "form-action": OURS,
    "base-uri": NOBODY,
    "frame-ancestors": NOBODY,
}
# What no page of ours asks a browser for, so that nothing smuggled into one can.
UNUSED_FEATURES = (
    "accelerometer", "autoplay", "camera", "display-capture", "geolocation", "gyroscope",
    "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get", "usb",
)  # fmt: skip
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES),
}
SHARED_TYPES = ("image/",)  # boards are shown on other sites


class PageHeaders:
    """Middleware, the first of all: also refusals of the others, files and faults carry them.

    A view that sets one of these headers itself keeps its own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        framed = bool(getattr(response, "xframe_options_exempt", False))
        headers = HEADERS | {
            "Content-Security-Policy": policy_text(framed=framed),
            "Cross-Origin-Resource-Policy": _readers(response, framed=framed),
        }
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        return response


def policy_text(*, framed: bool = False) -> str:
    """The content policy as the header says it. framed: other sites may show the page inside."""
    return "; ".join(
        " ".join((directive, *sources))
        for directive, sources in POLICY.items()
        if not (framed and directive == "frame-ancestors")
    )


def _readers(response: HttpResponseBase, *, framed: bool) -> str:
    """Which sites may load an answer into their pages."""
    shared = framed or response.headers.get("Content-Type", "").startswith(SHARED_TYPES)
    return "cross-origin" if shared else "same-origin"
