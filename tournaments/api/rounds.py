"""Rounds: pairing, publishing, proofs.

The view of a round with its games is in `games.api`.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments import integrity, jobs, permissions, selectors
from tournaments.api.entries import take_entry
from tournaments.api.lists import ListApiView, Page
from tournaments.api.stored_answers import (
    is_read_by_staff,
    stored_by,
    versions_of_event,
    versions_of_pairing,
)
from tournaments.api.view import ActionApiView, ApiView
from tournaments.documents import Document
from tournaments.execution.transactions import in_transaction
from tournaments.models import Pairing, PairingJob, Round
from tournaments.proof import parts, proof
from tournaments.selectors.rounds.pairings import round_summary
from tournaments.serializers.rounds import (
    BackIn,
    EditedOut,
    EditsIn,
    PairIn,
    PairingJobOut,
    ProofOut,
    PublishIn,
    RepairIn,
    RoundOut,
    RoundQuery,
    WhyOut,
)
from tournaments.services.rounds import draft_edits, drafts, pairing_jobs, rounds


class RoundList(ListApiView):
    answers_after_commit = True
    asks = RoundQuery
    serializer_class = RoundOut

    @stored_by(versions_of_event, parameters=["state"], readers=is_read_by_staff)
    @extend_schema(responses=RoundOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        rows = self.filtered(selectors.event_rounds(self.event, self.actor), {"state": "state"})
        return self.page_by_place([round_summary(slug, row) for row in rows], RoundOut)

    @extend_schema(request=PairIn, responses={201: RoundOut, 202: PairingJobOut})
    def post(self, request: Request, slug: str) -> Response:
        """Pair the next round as a draft.

        A worker pairs it; the answer waits some seconds for it. Then it is 201 with the draft,
        or 202 with the job, whose address says how far it is.
        """
        data = self.body(PairIn)
        return _draft_or_job(self, _begin(self, pairing_jobs.request_pairing, **data))


class EventPairing(ApiView):
    """The latest attempt to pair a round of this event."""

    @extend_schema(responses=PairingJobOut)
    def get(self, request: Request, slug: str) -> Response:
        job = pairing_jobs.get_pairing_job(actor=self.actor, event=self.event)
        return Response(PairingJobOut(_job_document(slug, job)).data)


class EventPairingCancel(ActionApiView, does=pairing_jobs.cancel_pairing, gives=PairingJobOut):
    """Stop the pairing that is under way; nothing of it is kept."""

    def shown(self, done: PairingJob) -> Document:
        return _job_document(self.event.slug, done)


class RoundActionApiView(ActionApiView):
    def key(self) -> dict[str, int]:
        return {"event_id": self.event.pk, "number": self.kwargs["number"]}

    def shown(self, done: Round) -> Document:
        return round_summary(self.event.slug, done)


class RoundPublish(RoundActionApiView, takes=PublishIn, does=rounds.publish_round, gives=RoundOut):
    """Show a draft to everybody.

    409 `draft_is_stale`: results have changed since it was paired. Pair it again, or confirm
    with `{"stale": true}`.
    """


class RoundClose(RoundActionApiView, does=rounds.close_round, gives=RoundOut):
    pass


class RoundDiscard(RoundActionApiView, does=rounds.discard_draft):
    """Throw a draft away; the round can be paired again."""


class RoundEdit(ApiView):
    @extend_schema(request=EditsIn, responses=EditedOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Change a draft by hand, by all of these edits or none."""
        data = self.body(EditsIn)
        for edit in data["edits"]:
            if "entry_number" in edit:
                edit["entry"] = edit.pop("entry_number")
            elif "entry_id" in edit:
                edit["entry"] = take_entry(edit, self.event, self.actor).number
        done = draft_edits.edit_draft(
            actor=self.actor, event_id=self.event.pk, number=number, **data
        )
        answer = {
            "round": round_summary(slug, done.round),
            "problems": drafts.reasons_as_json(done.problems),
            "warnings": drafts.reasons_as_json(done.warnings),
            "pairings": done.paired.pairings,
        }
        return Response(EditedOut(answer).data)


class RoundUnpublish(RoundActionApiView, takes=BackIn, does=rounds.unpublish_round, gives=RoundOut):
    """Make a round without results a draft again."""


class RoundWithdraw(RoundActionApiView, takes=BackIn, does=rounds.withdraw_round):
    """Take a round without results back altogether; the journal keeps its proof."""


class RoundRepair(ApiView):
    answers_after_commit = True

    @extend_schema(request=RepairIn, responses={201: RoundOut, 202: PairingJobOut})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw a round without results and pair it again, as a draft; answers as pairing."""
        data = self.body(RepairIn)
        job = _begin(self, pairing_jobs.request_re_pairing, number=number, **data)
        return _draft_or_job(self, job)


class RoundReopen(RoundActionApiView, takes=BackIn, does=rounds.reopen_round, gives=RoundOut):
    """Take back that a round is closed; the table that was published stays."""


class RoundProof(ApiView):
    """The stored proof of a round, and what pairing its input again gives now."""

    @extend_schema(responses=ProofOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        round_ = selectors.get_proved_round(self.event, number, self.actor)
        for_staff = permissions.may(self.actor, "apart.view", self.event)
        checked = integrity.verified_proof(slug, round_, for_staff=for_staff)
        whole = parts.join(checked["document"], checked["staff"])
        return Response(ProofOut(checked | _edits_as_sentences(whole)).data)


class PairingWhy(ApiView):
    """Why these entries sit together, and who moves first: the rule of each, in words."""

    @cached_property
    def pairing(self) -> Pairing:
        """:raises NotFound: there is no such pairing, or the actor may not see it."""
        return selectors.visible_pairing(self.kwargs["pairing_id"], self.actor)

    @cached_property
    def for_staff(self) -> bool:
        return permissions.may(self.actor, "apart.view", self.pairing.round.event)

    @stored_by(versions_of_pairing, readers=lambda view: view.for_staff)
    @extend_schema(responses=WhyOut)
    def get(self, request: Request, pairing_id: int) -> Response:
        reasons = selectors.reasons_of(self.pairing, for_staff=self.for_staff)
        return Response(
            WhyOut({"pairing": pairing_id, "reasons": drafts.reasons_as_json(reasons)}).data
        )


@in_transaction
def _begin(view: ApiView, request: Callable[..., PairingJob], **asked: Any) -> PairingJob:
    """Create a job, with the note for a repeated request."""
    job = request(actor=view.actor, event_id=view.event.pk, **asked)
    view.note_early(_job_answer(view, job))
    return job


def _draft_or_job(view: ApiView, job: PairingJob) -> Response:
    """201 with the draft, or 202 with the job if pairing takes longer than a request waits."""
    slug, made = view.event.slug, jobs.pair_and_wait(job)
    if made is not None:
        return view.created(
            RoundOut(round_summary(slug, made)).data, "round", slug=slug, number=made.number
        )
    return _job_answer(view, job)


def _job_answer(view: ApiView, job: PairingJob) -> Response:
    """202 with the job, whose address says how far it is."""
    slug = view.event.slug
    url = reverse("api:event-pairing", kwargs={"slug": slug}, request=view.request)
    document = PairingJobOut(_job_document(slug, job)).data
    return Response(document, status=202, headers={"Location": url})


def _edits_as_sentences(document: dict[str, object]) -> Document:
    """The edits by hand in the reader's language; the proof itself has codes only."""
    return {
        "edits": [
            {
                **drafts.reasons_as_json([edit.did])[0],
                "warnings": drafts.reasons_as_json(edit.warnings),
            }
            for edit in proof.edit_records(document)
        ]
    }


def _job_document(slug: str, job: PairingJob) -> Document:
    return {
        "event": slug,
        "stage": job.stage.number,
        "state": job.state,
        "progress": job.progress,
        "round": job.round.number if job.round else None,
        "error": job.error,
        "problem": pairing_jobs.problem_text(job),
        "asked_at": job.asked_at,
    }
