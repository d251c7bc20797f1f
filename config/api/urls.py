"""Every address of the API. `creating` ones honour an Idempotency-Key."""

from django.urls import path, re_path
from django.urls.resolvers import URLPattern
from drf_spectacular.views import SpectacularAPIView

from config.api import openapi  # noqa: F401  # it registers itself
from config.api.me import Me
from config.api.root import Root
from config.api.verify import Verify
from config.idempotency import idempotent
from config.problems import missing
from games import api as games
from ratings import api as ratings
from tournaments.api import events, people, rounds, series, stages, tables
from tournaments.api.door import Door

app_name = "api"


def door(address: str, view: type[Door], name: str) -> URLPattern:
    return path(address, view.as_view(), name=name)


def creating(address: str, view: type[Door], name: str) -> URLPattern:
    return path(address, idempotent(view.as_view()), name=name)


EVENT = "events/<slug:slug>"
ROUND = f"{EVENT}/rounds/<int:number>"

urlpatterns = [
    door("", Root, "root"),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    door("me/", Me, "me"),
    door("verify/", Verify, "verify"),
    creating("players/", people.PlayerList, "players"),
    door("players/<slug:public_id>/", people.PlayerDetail, "player"),
    door("players/<slug:public_id>/ratings/", ratings.PlayerRatings, "player-ratings"),
    creating("clubs/", people.ClubList, "clubs"),
    door("clubs/<slug:slug>/", people.ClubDetail, "club"),
    creating("clubs/<slug:slug>/series/", series.SeriesList, "club-series"),
    door("series/<slug:slug>/", series.SeriesTable, "series"),
    creating("events/", events.EventList, "events"),
    door(f"{EVENT}/", events.EventDetail, "event"),
    door(f"{EVENT}/registration/", events.EventRegistration, "event-registration"),
    creating(f"{EVENT}/entries/", ratings.EntryList, "entries"),
    creating(f"{EVENT}/entries/bulk/", ratings.EntriesBulk, "entries-bulk"),
    door(f"{EVENT}/series/", series.EventSeries, "event-series"),
    door(f"{EVENT}/start/", ratings.EventStart, "event-start"),
    creating(f"{EVENT}/rounds/", rounds.RoundList, "rounds"),
    door(f"{ROUND}/", games.RoundDetail, "round"),
    door(f"{ROUND}/publish/", rounds.RoundPublish, "round-publish"),
    creating(f"{ROUND}/results/", games.RoundResults, "round-results"),
    door(f"{ROUND}/close/", rounds.RoundClose, "round-close"),
    door(f"{ROUND}/discard/", rounds.RoundDiscard, "round-discard"),
    door(f"{ROUND}/proof/", rounds.RoundProof, "round-proof"),
    door(f"{EVENT}/pairing/", rounds.EventPairing, "event-pairing"),
    door(f"{EVENT}/pairing/cancel/", rounds.EventPairingCancel, "event-pairing-cancel"),
    door(f"{EVENT}/stages/<int:number>/", stages.StageDetail, "stage"),
    door(f"{EVENT}/stages/end/", stages.StageEnd, "stage-end"),
    door(f"{EVENT}/stages/next/", stages.StageNext, "stage-next"),
    door(f"{EVENT}/standings/", tables.Standings, "standings"),
    door(f"{EVENT}/standings/<int:entry>/", tables.StandingsDerivation, "standings-derivation"),
    door(f"{EVENT}/scores/", tables.Scores, "scores"),
    door(f"{EVENT}/publications/", tables.Publications, "publications"),
    door(f"{ROUND}/standings/", tables.PublishedTable, "published-table"),
    door(f"{EVENT}/report/", tables.Report, "report"),
    door(f"{EVENT}/crosstable/", tables.Crosstable, "crosstable"),
    door(f"{EVENT}/finish/", events.EventFinish, "event-finish"),
    door(f"{EVENT}/journal/", events.EventJournal, "event-journal"),
    door("pairings/", games.PairingList, "pairings"),
    door("pairings/<int:pairing_id>/", games.PairingDetail, "pairing"),
    door("pairings/<int:pairing_id>/why/", rounds.PairingWhy, "pairing-why"),
    creating("pairings/<int:pairing_id>/rule/", games.PairingRule, "pairing-rule"),
    creating("games/", games.GameList, "games"),
    door("games/<slug:public_id>/", games.GameDetail, "game"),
    door("games/<slug:public_id>/confirm/", games.GameConfirm, "game-confirm"),
    creating("games/<slug:public_id>/dispute/", games.GameDispute, "game-dispute"),
    door("games/<slug:public_id>/void/", games.GameVoid, "game-void"),
    creating("pools/", ratings.PoolList, "pools"),
    door("pools/<slug:slug>/", ratings.PoolDetail, "pool"),
    door("pools/<slug:slug>/ratings/", ratings.PoolRatings, "pool-ratings"),
    re_path(r"^.*$", missing, name="missing"),
]
