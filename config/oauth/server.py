"""What the authorization server offers: codes with PKCE by S256, and refresh tokens."""

import re
from typing import Any

from oauthlib.oauth2 import WebApplicationServer
from oauthlib.oauth2.rfc6749.errors import InvalidRequestError

METHOD = "S256"
# The SHA-256 in base64url without padding (RFC 7636, 4.2).
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")


class Server(WebApplicationServer):  # type: ignore[misc]
    """Has no implicit, password or client-credentials grant."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.auth_grant.custom_validators.post_auth.append(require_s256)


def require_s256(request: Any) -> dict[str, object]:
    """:raises InvalidRequestError: the challenge is `plain`, or no SHA-256."""
    if request.code_challenge_method != METHOD:
        raise InvalidRequestError(description="Use code_challenge_method=S256.", request=request)
    if not CHALLENGE.fullmatch(request.code_challenge):
        raise InvalidRequestError(description="The code_challenge is no SHA-256.", request=request)
    return {}
