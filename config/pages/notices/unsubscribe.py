"""The page that a mail leads to, and the one press of mail programs (RFC 8058)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from config.notices.own_settings import unsubscribe
from config.notices.unsubscribing import account_of_token
from config.pages.secret_pages import no_referrer
from tournaments import selectors


@csrf_exempt  # the address itself is the secret, and mail programs post without a session
@no_referrer
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    """GET changes nothing: mail programs open links by themselves."""
    user_id = account_of_token(token)
    known = user_id is not None and selectors.get_account(user_id) is not None
    if request.method == "POST" and known and user_id is not None:
        unsubscribe(user_id)
    context = {"section": "notices", "known": known, "done": known and request.method == "POST"}
    return render(request, "pages/notices/unsubscribe.html", context, status=200 if known else 404)
