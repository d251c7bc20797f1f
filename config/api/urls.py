"""Every address of the API. Writes honour an Idempotency-Key, or refuse it: `ApiView.takes_key`."""

from django.urls import path, re_path
from django.urls.resolvers import URLPattern
from drf_spectacular.views import SpectacularAPIView

from config.api import (
    accounts,
    applications,
    changes,
    invitations,
    links,
    rules,
    tokens,
)
from config.api.document import shapes, token_scheme  # noqa: F401  # they register themselves
from config.api.me import Me
from config.api.problems import missing
from config.api.root import Root
from config.api.verify import Verify
from config.idempotency import idempotent
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
from games.api import times as game_times
from ratings.api import approval, bulk, entries, pools, rated, statistics
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


def route(address: str, view: type[ApiView], name: str) -> URLPattern:
    return path(address, idempotent(view.as_view()), name=name)


APPLICATION = "applications/<slug:client_id>"
PLAYER = "players/<slug:public_id>"
CLUB = "clubs/<slug:slug>"
POOL = "pools/<slug:slug>"
PAIRING = "pairings/<int:pairing_id>"
GAME = "games/<slug:public_id>"
EVENT = "events/<slug:slug>"
ROUND = f"{EVENT}/rounds/<int:number>"
ENTRY = f"{EVENT}/entries/<int:entry_id>"

urlpatterns = [
    route("", Root, "root"),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    route("accounts/", accounts.SignUp, "accounts"),
    route("me/", Me, "me"),
    route("me/close/", accounts.OwnAccountClose, "own-account-close"),
    route("me/tokens/", tokens.OwnTokens, "own-tokens"),
    route("me/tokens/<int:token_id>/revoke/", tokens.OwnTokenRevoke, "own-token-revoke"),
    route("me/applications/", applications.OwnConsents, "own-consents"),
    route(
        "me/applications/<slug:client_id>/revoke/",
        applications.OwnConsentRevoke,
        "own-consent-revoke",
    ),
    route("applications/", applications.Applications, "applications"),
    route(f"{APPLICATION}/", applications.ApplicationDetail, "application"),
    route(f"{APPLICATION}/secret/", applications.ApplicationSecret, "application-secret"),
    route(f"{APPLICATION}/remove/", applications.ApplicationRemove, "application-remove"),
    route("verify/", Verify, "verify"),
    route("keys/", events.PublicKeys, "keys"),
    route("rules/", rules.RulesList, "rules"),
    route("rules/<slug:game>/", rules.GameRules, "game-rules"),
    route("changes/", changes.ChangeList, "changes"),
    route("players/", rated.PlayerList, "players"),
    route(f"{PLAYER}/", people.PlayerDetail, "player"),
    route(f"{PLAYER}/handles/", people.PlayerHandles, "player-handles"),
    route(f"{PLAYER}/handles/<int:handle_id>/", people.PlayerHandle, "player-handle"),
    route(
        f"{PLAYER}/handles/<int:handle_id>/remove/",
        people.PlayerHandleRemove,
        "player-handle-remove",
    ),
    route(f"{PLAYER}/ratings/", pools.PlayerRatings, "player-ratings"),
    route(f"{PLAYER}/ratings/<slug:slug>/", pools.PlayerPool, "player-pool"),
    route(f"{PLAYER}/ratings/<slug:slug>/games/", statistics.PlayerPoolGames, "player-pool-games"),
    route(f"{PLAYER}/versus/<slug:other>/", statistics.PlayerVersus, "player-versus"),
    route(
        f"{PLAYER}/versus/<slug:other>/games/", statistics.PlayerVersusGames, "player-versus-games"
    ),
    route(f"{PLAYER}/name/", people.PlayerName, "player-name"),
    route(f"{PLAYER}/merge/", merging.PlayerMerge, "player-merge"),
    route(f"{PLAYER}/merge/preview/", rating_preview.PlayerMergePreview, "player-merge-preview"),
    route(f"{PLAYER}/forget/", merging.PlayerForget, "player-forget"),
    route(f"{PLAYER}/unmerge/", merging.PlayerUnmerge, "player-unmerge"),
    route(
        f"{PLAYER}/unmerge/preview/", rating_preview.PlayerUnmergePreview, "player-unmerge-preview"
    ),
    route(f"{PLAYER}/distinguish/", people.PlayerDistinguish, "player-distinguish"),
    route(f"{PLAYER}/distinguish/undo/", people.PlayerDistinguishUndo, "player-distinguish-undo"),
    route("clubs/", people.ClubList, "clubs"),
    route(f"{CLUB}/", people.ClubDetail, "club"),
    route(f"{CLUB}/approve/", approval.ClubApprove, "club-approve"),
    route(f"{CLUB}/approve/undo/", approval.ClubApproveUndo, "club-approve-undo"),
    route(f"{CLUB}/members/", people.ClubMembers, "club-members"),
    route(f"{CLUB}/members/consent/", people.MemberConsent, "member-consent"),
    route(f"{CLUB}/members/remove/", people.MemberRemove, "member-remove"),
    route(f"{CLUB}/members/leave/", people.MemberLeave, "member-leave"),
    route(f"{CLUB}/requests/", people.MembershipRequests, "club-requests"),
    route(f"{CLUB}/requests/ask/", people.MembershipAsk, "membership-ask"),
    route(f"{CLUB}/requests/cancel/", people.MembershipRequestCancel, "membership-cancel"),
    route(f"{CLUB}/requests/accept/", people.MembershipRequestAccept, "membership-accept"),
    route(f"{CLUB}/requests/refuse/", people.MembershipRequestRefuse, "membership-refuse"),
    route(f"{CLUB}/series/", series.SeriesList, "club-series"),
    route("series/<slug:slug>/", series.SeriesTable, "series"),
    route("events/", rated.EventList, "events"),
    route(f"{EVENT}/", events.EventDetail, "event"),
    route(f"{EVENT}/approve/", approval.EventApprove, "event-approve"),
    route(f"{EVENT}/approve/undo/", approval.EventApproveUndo, "event-approve-undo"),
    route(f"{EVENT}/registration/", events.EventRegistration, "event-registration"),
    route(f"{EVENT}/entries/", entries.EntryList, "entries"),
    route(f"{ENTRY}/", tournament_entries.EntryDetail, "entry"),
    route(f"{ENTRY}/approve/", tournament_entries.EntryApprove, "entry-approve"),
    route(f"{ENTRY}/refuse/", tournament_entries.EntryRefuse, "entry-refuse"),
    route(f"{ENTRY}/cancel/", tournament_entries.EntryCancel, "entry-cancel"),
    route(f"{ENTRY}/check-in/", tournament_entries.EntryCheckIn, "entry-check-in"),
    route(f"{ENTRY}/absences/", absences.EntryAbsences, "entry-absences"),
    route(f"{ENTRY}/bye/", absences.EntryBye, "entry-bye"),
    route(f"{ENTRY}/bye/cancel/", absences.EntryByeCancel, "entry-bye-cancel"),
    route(f"{ENTRY}/absent/", absences.EntryAbsent, "entry-absent"),
    route(f"{ENTRY}/withdraw/", rulings.EntryWithdraw, "entry-withdraw"),
    route(f"{ENTRY}/return/", absences.EntryReturn, "entry-return"),
    route(f"{EVENT}/entries/bulk/", bulk.EntriesBulk, "entries-bulk"),
    route(f"{EVENT}/series/", series.EventSeries, "event-series"),
    route(f"{EVENT}/undo/", undo.EventUndo, "event-undo"),
    route(f"{EVENT}/copy/", copies.EventCopy, "event-copy"),
    route(f"{EVENT}/draft/", events.EventDraft, "event-draft"),
    route(f"{EVENT}/delete/", events.EventDelete, "event-delete"),
    route(f"{EVENT}/unstart/", events.EventUnstart, "event-unstart"),
    route(f"{EVENT}/reopen/", events.EventReopen, "event-reopen"),
    route(f"{EVENT}/start/", entries.EventStart, "event-start"),
    route(f"{EVENT}/rounds/", rounds.RoundList, "rounds"),
    route(f"{ROUND}/", games.RoundDetail, "round"),
    route(f"{ROUND}/publish/", rounds.RoundPublish, "round-publish"),
    route(f"{ROUND}/postpone/", rulings.RoundPostpone, "round-postpone"),
    route(f"{ROUND}/results/", bulk_results.RoundResults, "round-results"),
    route(f"{ROUND}/close/", rounds.RoundClose, "round-close"),
    route(f"{ROUND}/discard/", rounds.RoundDiscard, "round-discard"),
    route(f"{ROUND}/edit/", rounds.RoundEdit, "round-edit"),
    route(f"{ROUND}/unpublish/", rounds.RoundUnpublish, "round-unpublish"),
    route(f"{ROUND}/withdraw/", rounds.RoundWithdraw, "round-withdraw"),
    route(f"{ROUND}/re-pair/", rounds.RoundRepair, "round-re-pair"),
    route(f"{ROUND}/reopen/", rounds.RoundReopen, "round-reopen"),
    route(f"{ROUND}/proof/", rounds.RoundProof, "round-proof"),
    route(f"{EVENT}/pairing/", rounds.EventPairing, "event-pairing"),
    route(f"{EVENT}/pairing/cancel/", rounds.EventPairingCancel, "event-pairing-cancel"),
    route(f"{EVENT}/apart/", apart.ApartList, "apart"),
    route(f"{EVENT}/apart/remove/", apart.ApartRemove, "apart-remove"),
    route(f"{EVENT}/adjustments/", adjustments.AdjustmentList, "adjustments"),
    route(
        f"{EVENT}/adjustments/<int:adjustment_id>/cancel/",
        adjustments.AdjustmentCancel,
        "adjustment-cancel",
    ),
    route(f"{EVENT}/stages/<int:number>/", stages.StageDetail, "stage"),
    route(f"{EVENT}/stages/end/", stages.StageEnd, "stage-end"),
    route(f"{EVENT}/stages/next/", stages.StageNext, "stage-next"),
    route(f"{EVENT}/stages/undo/", stages.StageUndo, "stage-undo"),
    route(f"{EVENT}/stages/ties/", stages.StageTies, "stage-ties"),
    route(f"{EVENT}/stages/ties/undo/", stages.StageTiesUndo, "stage-ties-undo"),
    route(f"{EVENT}/stages/playoff/", stages.StagePlayoff, "stage-playoff"),
    route(f"{EVENT}/late/", late.EventLate, "event-late"),
    route(f"{ROUND}/times/", times.RoundTimes, "round-times"),
    route(f"{PAIRING}/time/", game_times.PairingTime, "pairing-time"),
    route(f"{EVENT}/standings/", tables.Standings, "standings"),
    route(f"{EVENT}/standings/<int:entry>/", tables.StandingsDerivation, "standings-derivation"),
    route(f"{EVENT}/scores/", tables.Scores, "scores"),
    route(f"{EVENT}/publications/", tables.Publications, "publications"),
    route(f"{ROUND}/standings/", tables.PublishedTable, "published-table"),
    route(f"{EVENT}/report/", tables.Report, "report"),
    route(f"{EVENT}/crosstable/", tables.Crosstable, "crosstable"),
    route(f"{EVENT}/bracket/", tables.Brackets, "event-bracket"),
    route(f"{EVENT}/rules/", rules.EventRules, "event-rules"),
    route(f"{EVENT}/games.ptn", bulk_results.EventRecords, "event-records"),
    route(f"{EVENT}/invitations/", invitations.EventInvitations, "event-invitations"),
    route(f"{CLUB}/invitations/", invitations.ClubInvitations, "club-invitations"),
    route(f"{PLAYER}/invitations/", invitations.PlayerInvitations, "player-invitations"),
    route("invitations/accept/", invitations.InvitationAccept, "invitation-accept"),
    route(
        "invitations/<int:invitation_id>/revoke/", invitations.InvitationRevoke, "invitation-revoke"
    ),
    route(f"{EVENT}/staff/", invitations.EventStaff, "event-staff"),
    route(f"{EVENT}/staff/remove/", invitations.EventStaffRemove, "event-staff-remove"),
    route(f"{CLUB}/staff/", invitations.ClubStaff, "club-staff"),
    route(f"{CLUB}/staff/remove/", invitations.ClubStaffRemove, "club-staff-remove"),
    route(f"{EVENT}/links/", links.EventLinks, "event-links"),
    route(f"{EVENT}/links/show/", links.EventLinksShow, "event-links-show"),
    route(f"{EVENT}/links/mail/", links.EventLinksMail, "event-links-mail"),
    route(f"{EVENT}/links/revoke/", links.EventLinksRevoke, "event-links-revoke"),
    route(f"{EVENT}/finish/", events.EventFinish, "event-finish"),
    route(f"{EVENT}/journal/", events.EventJournal, "event-journal"),
    route(f"{EVENT}/witness/", events.EventWitness, "event-witness"),
    route(f"{EVENT}/journal/check/", events.EventJournalCheck, "event-journal-check"),
    route("pairings/", games.PairingList, "pairings"),
    route(f"{PAIRING}/", games.PairingDetail, "pairing"),
    route(f"{PAIRING}/why/", rounds.PairingWhy, "pairing-why"),
    route(f"{PAIRING}/rule/", games.PairingRule, "pairing-rule"),
    route(f"{PAIRING}/rulings/", rulings.PairingRulings, "pairing-rulings"),
    route(f"{PAIRING}/no-show/", rulings.PairingNoShow, "pairing-no-show"),
    route("games/", games.GameList, "games"),
    route(f"{GAME}/", games.GameDetail, "game"),
    route(f"{GAME}/confirm/", games.GameConfirm, "game-confirm"),
    route(f"{GAME}/dispute/", games.GameDispute, "game-dispute"),
    route(f"{GAME}/void/", games.GameVoid, "game-void"),
    route(f"{EVENT}/stakes/", stakes.EventStakes, "event-stakes"),
    route(f"{EVENT}/stakes/transfers/", stakes.EventTransfers, "stakes-transfers"),
    route(f"{EVENT}/stakes/<int:entry>/", stakes.StakesAccount, "stakes-account"),
    route(f"{PAIRING}/stakes/", stakes.PairingStakes, "pairing-stakes"),
    route(f"{PAIRING}/bids/", stakes.PairingBids, "pairing-bids"),
    route(f"{PAIRING}/bids/agree/", stakes.PairingBidsAgree, "pairing-bids-agree"),
    route(f"{PAIRING}/bids/undo/", stakes.PairingBidsBack, "pairing-bids-undo"),
    route(f"{GAME}/stakes/", stakes.GameStakes, "game-stakes"),
    route(f"{PLAYER}/sort-name/", people.PlayerSortName, "player-sort-name"),
    route(f"{PLAYER}/birth-year/", stakes.PlayerBirthYear, "player-birth-year"),
    route("pools/", pools.PoolList, "pools"),
    route(f"{POOL}/", pools.PoolDetail, "pool"),
    route(f"{POOL}/ratings/", pools.PoolRatings, "pool-ratings"),
    route(f"{POOL}/expected/", pools.PoolExpected, "pool-expected"),
    route(f"{POOL}/leaderboard/", statistics.PoolLeaderboard, "pool-leaderboard"),
    route(f"{POOL}/threshold/", statistics.PoolThreshold, "pool-threshold"),
    route(f"{POOL}/lists/", statistics.PoolLists, "pool-lists"),
    route(f"{POOL}/distribution/", statistics.PoolDistribution, "pool-distribution"),
    route(f"{POOL}/first-move/", statistics.PoolFirstMove, "pool-first-move"),
    route(f"{POOL}/flags/", flags.PoolFlags, "pool-flags"),
    route(f"{EVENT}/ratings/", pools.EventRatings, "event-ratings"),
    route(f"{EVENT}/ratings/players/", pools.EventRatingsPlayers, "event-ratings-players"),
    route(f"{PAIRING}/rule/preview/", rating_preview.PairingRulePreview, "pairing-rule-preview"),
    route(f"{GAME}/void/preview/", rating_preview.GameVoidPreview, "game-void-preview"),
    re_path(r"^.*$", missing, name="missing"),
]
