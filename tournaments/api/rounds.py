"""Pairing and publishing rounds, and their proofs.

A round as it reads, with its games, is a door of the games app.
"""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import integrity, jobs, permissions, proof, proof_parts, selectors
from tournaments.api.door import Door, ListDoor, actor_of
from tournaments.models import PairingJob, Round
from tournaments.selectors.rounds.pairings import round_line
from tournaments.serializers.base import Nothing
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
    WhyOut,
)
from tournaments.services.rounds import draft_edits, drafts, pairing_jobs, rounds


class RoundList(ListDoor):
    serializer_class = RoundOut

    @extend_schema(responses=RoundOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        found = [_line(slug, row) for row in selectors.event_rounds(event, actor)]
        return self.whole(found, RoundOut)

    @extend_schema(request=PairIn, responses={201: RoundOut, 202: PairingJobOut})
    def post(self, request: Request, slug: str) -> Response:
        """Pair the next round as a draft.

        A worker pairs it; the answer waits some seconds for it. Then it is 201 with the draft,
        or 202 with the job, whose address says how far it is.
        """
        asked = self.body(PairIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        job = pairing_jobs.ask_pairing(actor=actor, event_id=event.pk, **asked)
        return _paired(slug, job)


class EventPairing(Door):
    """The latest attempt to pair a round of this event."""

    @extend_schema(responses=PairingJobOut)
    def get(self, request: Request, slug: str) -> Response:
        actor = actor_of(request)
        job = pairing_jobs.watched_job(actor=actor, event=selectors.get_event(slug, actor))
        return Response(PairingJobOut(_job(slug, job)).data)


class EventPairingCancel(Door):
    @extend_schema(request=Nothing, responses=PairingJobOut)
    def post(self, request: Request, slug: str) -> Response:
        """Stop the pairing that is under way; nothing of it is kept."""
        self.body(Nothing)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        job = pairing_jobs.cancel_pairing(actor=actor, event_id=event.pk)
        return Response(PairingJobOut(_job(slug, job)).data)


class RoundPublish(Door):
    @extend_schema(request=PublishIn, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Show a draft to everybody.

        409 `draft_is_stale`: results have changed since it was paired. Pair it again, or confirm
        with `{"stale": true}`.
        """
        asked = self.body(PublishIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        done = rounds.publish_round(actor=actor, event_id=event.pk, number=number, **asked)
        return Response(RoundOut(_line(slug, done)).data)


class RoundClose(Door):
    @extend_schema(request=Nothing, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        self.body(Nothing)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        done = rounds.close_round(actor=actor, event_id=event.pk, number=number)
        return Response(RoundOut(_line(slug, done)).data)


class RoundDiscard(Door):
    @extend_schema(request=Nothing, responses={204: None})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Throw a draft away; the round can be paired again."""
        self.body(Nothing)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        rounds.discard_draft(actor=actor, event_id=event.pk, number=number)
        return Response(status=204)


class RoundEdit(Door):
    @extend_schema(request=EditsIn, responses=EditedOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Change a draft by hand, by all of these edits or none."""
        asked = self.body(EditsIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        done = draft_edits.edit_draft(actor=actor, event_id=event.pk, number=number, **asked)
        answer = {
            "round": _line(slug, done.round),
            "problems": drafts.spoken(done.problems),
            "warnings": drafts.spoken(done.warnings),
            "pairings": done.paired.pairings,
        }
        return Response(EditedOut(answer).data)


class RoundUnpublish(Door):
    @extend_schema(request=BackIn, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Make a round without results a draft again."""
        asked = self.body(BackIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        done = rounds.unpublish_round(actor=actor, event_id=event.pk, number=number, **asked)
        return Response(RoundOut(_line(slug, done)).data)


class RoundWithdraw(Door):
    @extend_schema(request=BackIn, responses={204: None})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take a round without results back altogether; the journal keeps its proof."""
        asked = self.body(BackIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        rounds.withdraw_round(actor=actor, event_id=event.pk, number=number, **asked)
        return Response(status=204)


class RoundRepair(Door):
    @extend_schema(request=RepairIn, responses={201: RoundOut, 202: PairingJobOut})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw a round without results and pair it again, as a draft; answers as pairing."""
        asked = self.body(RepairIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        job = pairing_jobs.ask_repairing(actor=actor, event_id=event.pk, number=number, **asked)
        return _paired(slug, job)


class RoundReopen(Door):
    @extend_schema(request=BackIn, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take back that a round is closed; the table that was published stays."""
        asked = self.body(BackIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        done = rounds.reopen_round(actor=actor, event_id=event.pk, number=number, **asked)
        return Response(RoundOut(_line(slug, done)).data)


class RoundProof(Door):
    """The stored proof of a round, and what pairing its input again gives now."""

    @extend_schema(responses=ProofOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        round_ = selectors.proved_round(event, number, actor)
        for_staff = permissions.may(actor, "apart.view", event)
        checked = integrity.verified_proof(slug, round_, for_staff=for_staff)
        whole = proof_parts.join(checked["document"], checked["staff"])
        return Response(ProofOut(checked | _edits(whole)).data)


class PairingWhy(Door):
    """Why these entries sit together, and who moves first: the rule of each, in words."""

    @extend_schema(responses=WhyOut)
    def get(self, request: Request, pairing_id: int) -> Response:
        actor = actor_of(request)
        pairing = selectors.visible_pairing(pairing_id, actor)
        for_staff = permissions.may(actor, "apart.view", pairing.round.event)
        reasons = selectors.reasons_of(pairing, for_staff=for_staff)
        return Response(WhyOut({"pairing": pairing_id, "reasons": drafts.spoken(reasons)}).data)


def _paired(slug: str, job: PairingJob) -> Response:
    """201 with the draft, or 202 with the job where it takes longer than a request waits."""
    made = jobs.pair_and_wait(job)
    if made is None:
        return Response(PairingJobOut(_job(slug, job)).data, status=202)
    return Response(RoundOut(_line(slug, made)).data, status=201)


def _line(slug: str, row: Round) -> dict[str, Any]:
    return round_line(slug, row)


def _edits(document: dict[str, Any]) -> dict[str, Any]:
    """The edits by hand as sentences; not kept with the proof, which all languages share."""
    told = proof.edit_records(document)
    return {
        "edits": [
            {**drafts.spoken([edit.did])[0], "warnings": drafts.spoken(edit.warnings)}
            for edit in told
        ]
    }


def _job(slug: str, job: PairingJob) -> dict[str, Any]:
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
