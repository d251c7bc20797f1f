"""How often anybody may ask for what costs time and needs no account."""

from rest_framework.throttling import SimpleRateThrottle


class VerifyThrottle(SimpleRateThrottle):
    """By user where there is one, else by address."""

    scope = "verify"

    def get_cache_key(self, request, view):  # type: ignore[no-untyped-def]
        ident = request.user.pk if request.user.is_authenticated else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": ident}
