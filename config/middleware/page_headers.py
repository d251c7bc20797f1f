"""Content Security Policy and other security headers.

Pages have no inline scripts or styles and load nothing from other sites.
"""

from collections.abc import Callable, Mapping

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Policy = Mapping[str, tuple[str, ...]]
NONE, SELF = ("'none'",), ("'self'",)

POLICY: Policy = {
    "default-src": NONE,
    "script-src": SELF,
    "style-src": SELF,
    # data: images in style sheets; blob: the board image that a reader saves.
    "img-src": (*SELF, "data:", "blob:"),
    "font-src": SELF,
    "connect-src": SELF,
    "worker-src": SELF,
    "manifest-src": SELF,
    "form-action": SELF,
    "base-uri": NONE,
    "frame-ancestors": NONE,
}
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
SHARED_TYPES = ("image/",)  # other sites embed boards


class PageHeaders:
    """Before all that refuses, so that refusals, static files and errors have the headers too.

    Headers that a view has set are kept.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        framed = bool(getattr(response, "xframe_options_exempt", False))
        headers = HEADERS | {
            "Content-Security-Policy": policy_text(framed=framed),
            "Cross-Origin-Resource-Policy": _resource_policy(response, framed=framed),
        }
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        return response


def policy_text(*, framed: bool = False, form_target: str = "", is_inert: bool = False) -> str:
    """framed: other sites may show the page in a frame. form_target: where a form may lead to.

    is_inert: the page runs no script, asks for nothing and sends no form.
    """
    policy = {**POLICY, "form-action": (*SELF, form_target)} if form_target else POLICY
    if is_inert:
        inert = ("script-src", "connect-src", "worker-src", "manifest-src", "form-action")
        policy = {**policy, **dict.fromkeys(inert, NONE)}
    return "; ".join(
        " ".join((directive, *sources))
        for directive, sources in policy.items()
        if not (framed and directive == "frame-ancestors")
    )


def _resource_policy(response: HttpResponseBase, *, framed: bool) -> str:
    """The value of Cross-Origin-Resource-Policy."""
    shared = framed or response.headers.get("Content-Type", "").startswith(SHARED_TYPES)
    return "cross-origin" if shared else "same-origin"
