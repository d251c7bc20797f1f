"""One slip of the queue in roadhouse/slips.js, saved in the background."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse

from config.pages.desk.base import open_desk, staff_page
from config.pages.desk.results.results import (
    SlipForm,
    enter_late_line,
    enter_line,
    requested_round,
)
from config.pages.offline.kept import was_kept


@staff_page
def slip(request: HttpRequest, slug: str) -> HttpResponse:
    """`{"text": …}`: what was saved, or with status 422 why not.

    A line that is sent again with its `Idempotency-Key` is saved once (desk/urls.py). One that the
    device kept says also its `state`: saved or disputed.
    """
    desk = open_desk(request, slug, "results")
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    form = SlipForm(request.POST)
    if was_kept(request):
        if form.submit(enter_late_line, desk=desk, number=requested_round(desk)):
            state = "disputed" if form.result.is_disputed else "saved"
            return JsonResponse({"text": form.result.text, "state": state})
    elif form.submit(enter_line, desk=desk, number=requested_round(desk)):
        return JsonResponse({"text": form.result})
    refusal = " ".join(str(problem) for problem in form.errors["line"])
    return JsonResponse({"text": refusal}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
