"""`/playtak/<secret>/`: takes the messages of the playtak server. It signs none of them.

So the address is secret, the networks that may send can be limited, and what a message says counts
for nothing: it makes the service read that game from the server (`games/services/playtak/`).
"""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from config.access.guess_limits import client_address, is_in_networks
from games.jobs import check_playtak_message
from games.playtak.errors import NotAGame
from games.playtak.played import parse_json, read_message
from games.services.playtak.messages import receive_message
from tournaments.enqueue import enqueue

MOST_BYTES = 64 * 1024


@csrf_exempt
@require_POST
def take_message(request: HttpRequest, secret: str) -> HttpResponse:
    """204 for a message that was kept, is known, or is about another game; 404 for strangers."""
    wanted = settings.PLAYTAK_SECRET
    if not wanted or not constant_time_compare(secret, wanted) or not _is_allowed(request):
        raise Http404
    if int(request.headers.get("Content-Length") or 0) > MOST_BYTES:
        return HttpResponse("The message is too long.\n", status=413, content_type="text/plain")
    try:
        message = read_message(parse_json(request.read(MOST_BYTES + 1)))
    except NotAGame as refused:
        text = f"No message of a playtak server: {refused.params.get('field')}.\n"
        return HttpResponse(text, status=400, content_type="text/plain")
    noted = receive_message(message)
    if noted is not None:
        enqueue(check_playtak_message, noted)
    return HttpResponse(status=204)


def _is_allowed(request: HttpRequest) -> bool:
    networks = settings.PLAYTAK_NETWORKS
    return not networks or is_in_networks(client_address(request), networks)
