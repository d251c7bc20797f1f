"""How pages answer when a selector or service refuses: with 404, or with a message."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse

from tournaments.errors import DomainError, NotFound


class MissingPages:
    """Middleware: what is missing or hidden from the reader (`NotFound`) is answered with 404."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, _request: HttpRequest, error: Exception) -> None:
        if isinstance(error, NotFound):
            raise Http404(str(error)) from error


def message_outcome(request: HttpRequest, act: Callable[[], str]) -> None:
    """Run an action; show the message that it returns, or why it is refused."""
    try:
        if message := act():
            messages.success(request, message)
    except DomainError as error:
        messages.error(request, str(error))
