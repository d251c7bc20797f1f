"""Files that programs ask for again and again: with an ETag, 304 while they are unchanged."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language, get_supported_language_variant


def conditional_file(request: HttpRequest, body: bytes, content_type: str) -> HttpResponse:
    response = HttpResponse(body, content_type=content_type)
    response["ETag"] = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    patch_cache_control(response, private=True, no_cache=True)
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


def asked_language(request: HttpRequest) -> str:
    """That of `?language=`, for programs that send none; else that of the request."""
    try:
        return get_supported_language_variant(request.GET.get("language", ""), strict=True)
    except (LookupError, ValueError):  # none of ours, or one of hundreds of letters
        return get_language()
