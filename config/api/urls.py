"""Every address of the API. `creating` ones honour an Idempotency-Key."""

from django.urls import path, re_path
from django.urls.resolvers import URLPattern
from drf_spectacular.views import SpectacularAPIView

from config.api import (
    invitations,
    links,
    openapi,  # noqa: F401  # it registers itself
    tokens,
)
from config.api.idempotency import idempotent
from config.api.me import Me
from config.api.problems import missing
from config.api.root import Root
from config.api.verify import Verify
from games.api import (
    bulk_results,
    flags,
    games,
    late,
    merging,
    rating_preview,
    rulings,
    stakes,
    undo,
)
from ratings.api import approval, bulk, entries, pools, statistics
from tournaments.api import (
    absences,
    adjustments,
    apart,
    copies,
    events,
    people,
    rounds,
    series,
    stages,
    tables,
    times,
)
from tournaments.api import entries as tournament_entries
from tournaments.api.view import ApiView

app_name = "api"


def door(address: str, view: type[ApiView], name: str) -> URLPattern:
    return path(address, view.as_view(), name=name)


def creating(address: str, view: type[ApiView], name: str) -> URLPattern:
    return path(address, idempotent(view.as_view()), name=name)


EVENT = "events/<slug:slug>"
ROUND = f"{EVENT}/rounds/<int:number>"
ENTRY = f"{EVENT}/entries/<int:entry_id>"

urlpatterns = [
    door("", Root, "root"),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    door("me/", Me, "me"),
    door("me/tokens/", tokens.OwnTokens, "own-tokens"),
    door("me/tokens/<int:token_id>/revoke/", tokens.OwnTokenRevoke, "own-token-revoke"),
    door("verify/", Verify, "verify"),
    creating("players/", people.PlayerList, "players"),
    door("players/<slug:public_id>/", people.PlayerDetail, "player"),
    creating("players/<slug:public_id>/handles/", people.PlayerHandles, "player-handles"),
    door("players/<slug:public_id>/ratings/", pools.PlayerRatings, "player-ratings"),
    door("players/<slug:public_id>/ratings/<slug:slug>/", pools.PlayerPool, "player-pool"),
    door(
        "players/<slug:public_id>/ratings/<slug:slug>/games/",
        statistics.PlayerPoolGames,
        "player-pool-games",
    ),
    door("players/<slug:public_id>/versus/<slug:other>/", statistics.PlayerVersus, "player-versus"),
    door(
        "players/<slug:public_id>/versus/<slug:other>/games/",
        statistics.PlayerVersusGames,
        "player-versus-games",
    ),
    door("players/<slug:public_id>/merge/", merging.PlayerMerge, "player-merge"),
    door(
        "players/<slug:public_id>/merge/preview/",
        rating_preview.PlayerMergePreview,
        "player-merge-preview",
    ),
    door("players/<slug:public_id>/forget/", merging.PlayerForget, "player-forget"),
    door("players/<slug:public_id>/unmerge/", merging.PlayerUnmerge, "player-unmerge"),
    door(
        "players/<slug:public_id>/unmerge/preview/",
        rating_preview.PlayerUnmergePreview,
        "player-unmerge-preview",
    ),
    creating("clubs/", people.ClubList, "clubs"),
    door("clubs/<slug:slug>/", people.ClubDetail, "club"),
    door("clubs/<slug:slug>/approve/", approval.ClubApprove, "club-approve"),
    door("clubs/<slug:slug>/approve/undo/", approval.ClubApproveUndo, "club-approve-undo"),
    creating("clubs/<slug:slug>/members/", people.ClubMembers, "club-members"),
    door("clubs/<slug:slug>/members/consent/", people.MemberConsent, "member-consent"),
    door("clubs/<slug:slug>/members/leave/", people.MemberLeave, "member-leave"),
    creating("clubs/<slug:slug>/series/", series.SeriesList, "club-series"),
    door("series/<slug:slug>/", series.SeriesTable, "series"),
    creating("events/", events.EventList, "events"),
    door(f"{EVENT}/", events.EventDetail, "event"),
    door(f"{EVENT}/approve/", approval.EventApprove, "event-approve"),
    door(f"{EVENT}/approve/undo/", approval.EventApproveUndo, "event-approve-undo"),
    door(f"{EVENT}/registration/", events.EventRegistration, "event-registration"),
    creating(f"{EVENT}/entries/", entries.EntryList, "entries"),
    door(f"{ENTRY}/", tournament_entries.EntryDetail, "entry"),
    door(f"{ENTRY}/approve/", tournament_entries.EntryApprove, "entry-approve"),
    door(f"{ENTRY}/refuse/", tournament_entries.EntryRefuse, "entry-refuse"),
    door(f"{ENTRY}/cancel/", tournament_entries.EntryCancel, "entry-cancel"),
    door(f"{ENTRY}/check-in/", tournament_entries.EntryCheckIn, "entry-check-in"),
    door(f"{ENTRY}/absences/", absences.EntryAbsences, "entry-absences"),
    door(f"{ENTRY}/bye/", absences.EntryBye, "entry-bye"),
    door(f"{ENTRY}/bye/cancel/", absences.EntryByeCancel, "entry-bye-cancel"),
    door(f"{ENTRY}/absent/", absences.EntryAbsent, "entry-absent"),
    door(f"{ENTRY}/withdraw/", rulings.EntryWithdraw, "entry-withdraw"),
    door(f"{ENTRY}/return/", absences.EntryReturn, "entry-return"),
    creating(f"{EVENT}/entries/bulk/", bulk.EntriesBulk, "entries-bulk"),
    door(f"{EVENT}/series/", series.EventSeries, "event-series"),
    door(f"{EVENT}/undo/", undo.EventUndo, "event-undo"),
    creating(f"{EVENT}/copy/", copies.EventCopy, "event-copy"),
    door(f"{EVENT}/draft/", events.EventDraft, "event-draft"),
    door(f"{EVENT}/unstart/", events.EventUnstart, "event-unstart"),
    door(f"{EVENT}/reopen/", events.EventReopen, "event-reopen"),
    door(f"{EVENT}/start/", entries.EventStart, "event-start"),
    creating(f"{EVENT}/rounds/", rounds.RoundList, "rounds"),
    door(f"{ROUND}/", games.RoundDetail, "round"),
    door(f"{ROUND}/publish/", rounds.RoundPublish, "round-publish"),
    door(f"{ROUND}/postpone/", rulings.RoundPostpone, "round-postpone"),
    creating(f"{ROUND}/results/", bulk_results.RoundResults, "round-results"),
    door(f"{ROUND}/close/", rounds.RoundClose, "round-close"),
    door(f"{ROUND}/discard/", rounds.RoundDiscard, "round-discard"),
    creating(f"{ROUND}/edit/", rounds.RoundEdit, "round-edit"),
    door(f"{ROUND}/unpublish/", rounds.RoundUnpublish, "round-unpublish"),
    door(f"{ROUND}/withdraw/", rounds.RoundWithdraw, "round-withdraw"),
    creating(f"{ROUND}/re-pair/", rounds.RoundRepair, "round-re-pair"),
    door(f"{ROUND}/reopen/", rounds.RoundReopen, "round-reopen"),
    door(f"{ROUND}/proof/", rounds.RoundProof, "round-proof"),
    door(f"{EVENT}/pairing/", rounds.EventPairing, "event-pairing"),
    door(f"{EVENT}/pairing/cancel/", rounds.EventPairingCancel, "event-pairing-cancel"),
    door(f"{EVENT}/apart/", apart.ApartList, "apart"),
    door(f"{EVENT}/apart/remove/", apart.ApartRemove, "apart-remove"),
    creating(f"{EVENT}/adjustments/", adjustments.AdjustmentList, "adjustments"),
    door(
        f"{EVENT}/adjustments/<int:adjustment_id>/cancel/",
        adjustments.AdjustmentCancel,
        "adjustment-cancel",
    ),
    door(f"{EVENT}/stages/<int:number>/", stages.StageDetail, "stage"),
    door(f"{EVENT}/stages/end/", stages.StageEnd, "stage-end"),
    door(f"{EVENT}/stages/next/", stages.StageNext, "stage-next"),
    door(f"{EVENT}/stages/undo/", stages.StageUndo, "stage-undo"),
    door(f"{EVENT}/stages/ties/", stages.StageTies, "stage-ties"),
    door(f"{EVENT}/stages/ties/undo/", stages.StageTiesUndo, "stage-ties-undo"),
    creating(f"{EVENT}/stages/playoff/", stages.StagePlayoff, "stage-playoff"),
    door(f"{EVENT}/late/", late.EventLate, "event-late"),
    door(f"{ROUND}/times/", times.RoundTimes, "round-times"),
    door("pairings/<int:pairing_id>/time/", times.PairingTime, "pairing-time"),
    door(f"{EVENT}/standings/", tables.Standings, "standings"),
    door(f"{EVENT}/standings/<int:entry>/", tables.StandingsDerivation, "standings-derivation"),
    door(f"{EVENT}/scores/", tables.Scores, "scores"),
    door(f"{EVENT}/publications/", tables.Publications, "publications"),
    door(f"{ROUND}/standings/", tables.PublishedTable, "published-table"),
    door(f"{EVENT}/report/", tables.Report, "report"),
    door(f"{EVENT}/crosstable/", tables.Crosstable, "crosstable"),
    door(f"{EVENT}/games.ptn", bulk_results.EventRecords, "event-records"),
    # The answers hold secrets, which a kept answer would keep: no Idempotency-Key.
    door(f"{EVENT}/invitations/", invitations.EventInvitations, "event-invitations"),
    door("clubs/<slug:slug>/invitations/", invitations.ClubInvitations, "club-invitations"),
    door(
        "players/<slug:public_id>/invitations/",
        invitations.PlayerInvitations,
        "player-invitations",
    ),
    door("invitations/accept/", invitations.InvitationAccept, "invitation-accept"),
    door(
        "invitations/<int:invitation_id>/revoke/",
        invitations.InvitationRevoke,
        "invitation-revoke",
    ),
    door(f"{EVENT}/staff/", invitations.EventStaff, "event-staff"),
    door(f"{EVENT}/staff/remove/", invitations.EventStaffRemove, "event-staff-remove"),
    door("clubs/<slug:slug>/staff/", invitations.ClubStaff, "club-staff"),
    door("clubs/<slug:slug>/staff/remove/", invitations.ClubStaffRemove, "club-staff-remove"),
    door(f"{EVENT}/links/", links.EventLinks, "event-links"),
    door(f"{EVENT}/links/revoke/", links.EventLinksRevoke, "event-links-revoke"),
    door(f"{EVENT}/finish/", events.EventFinish, "event-finish"),
    door(f"{EVENT}/journal/", events.EventJournal, "event-journal"),
    door("pairings/", games.PairingList, "pairings"),
    door("pairings/<int:pairing_id>/", games.PairingDetail, "pairing"),
    door("pairings/<int:pairing_id>/why/", rounds.PairingWhy, "pairing-why"),
    creating("pairings/<int:pairing_id>/rule/", games.PairingRule, "pairing-rule"),
    door("pairings/<int:pairing_id>/rulings/", rulings.PairingRulings, "pairing-rulings"),
    creating("pairings/<int:pairing_id>/no-show/", rulings.PairingNoShow, "pairing-no-show"),
    creating("games/", games.GameList, "games"),
    door("games/<slug:public_id>/", games.GameDetail, "game"),
    door("games/<slug:public_id>/confirm/", games.GameConfirm, "game-confirm"),
    creating("games/<slug:public_id>/dispute/", games.GameDispute, "game-dispute"),
    door("games/<slug:public_id>/void/", games.GameVoid, "game-void"),
    door(f"{EVENT}/stakes/", stakes.EventStakes, "event-stakes"),
    door(f"{EVENT}/stakes/transfers/", stakes.EventTransfers, "stakes-transfers"),
    door(f"{EVENT}/stakes/<int:entry>/", stakes.StakesAccount, "stakes-account"),
    door("pairings/<int:pairing_id>/stakes/", stakes.PairingStakes, "pairing-stakes"),
    door("pairings/<int:pairing_id>/bids/", stakes.PairingBids, "pairing-bids"),
    door("pairings/<int:pairing_id>/bids/agree/", stakes.PairingBidsAgree, "pairing-bids-agree"),
    door("pairings/<int:pairing_id>/bids/undo/", stakes.PairingBidsBack, "pairing-bids-undo"),
    door("games/<slug:public_id>/stakes/", stakes.GameStakes, "game-stakes"),
    door("players/<slug:public_id>/sort-name/", people.PlayerSortName, "player-sort-name"),
    door("players/<slug:public_id>/birth-year/", stakes.PlayerBirthYear, "player-birth-year"),
    creating("pools/", pools.PoolList, "pools"),
    door("pools/<slug:slug>/", pools.PoolDetail, "pool"),
    door("pools/<slug:slug>/ratings/", pools.PoolRatings, "pool-ratings"),
    door("pools/<slug:slug>/expected/", pools.PoolExpected, "pool-expected"),
    door("pools/<slug:slug>/leaderboard/", statistics.PoolLeaderboard, "pool-leaderboard"),
    door("pools/<slug:slug>/threshold/", statistics.PoolThreshold, "pool-threshold"),
    door("pools/<slug:slug>/lists/", statistics.PoolLists, "pool-lists"),
    door("pools/<slug:slug>/distribution/", statistics.PoolDistribution, "pool-distribution"),
    door("pools/<slug:slug>/first-move/", statistics.PoolFirstMove, "pool-first-move"),
    door("pools/<slug:slug>/flags/", flags.PoolFlags, "pool-flags"),
    door(f"{EVENT}/ratings/", pools.EventRatings, "event-ratings"),
    door(f"{EVENT}/ratings/players/", pools.EventRatingsPlayers, "event-ratings-players"),
    door(
        "pairings/<int:pairing_id>/rule/preview/",
        rating_preview.PairingRulePreview,
        "pairing-rule-preview",
    ),
    door(
        "games/<slug:public_id>/void/preview/",
        rating_preview.GameVoidPreview,
        "game-void-preview",
    ),
    re_path(r"^.*$", missing, name="missing"),
]
