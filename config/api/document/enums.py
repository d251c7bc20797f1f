"""The sets of codes that have a name of their own in the document, by that name.

Others stay where they are used. The codes are those of the code itself, so they cannot differ.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from engine.tak.players import SIDES
from engine.tak.results import RESULTS
from engine.tak.scoring import FACTORS, METHODS
from games.models import Answer, GameState
from games.services.rulings.rule import KINDS as RULING_KINDS
from games.stakes.winnings import BookStatus
from ratings.systems import BATCHES
from ratings.systems import SYSTEMS as RATING_SYSTEMS
from tournaments.choices import (
    AnnouncedTo,
    ChangeKind,
    EntryStatus,
    EventStatus,
    JobStatus,
    RoundStatus,
    SlotStatus,
    StageStatus,
)
from tournaments.pairing import SYSTEMS
from tournaments.pairing.drafts.edit_kinds import KINDS as EDIT_KINDS
from tournaments.permissions.scopes import SCOPES
from tournaments.prizes.categories import KINDS as CATEGORY_KINDS
from tournaments.prizes.plan import TIES
from tournaments.selectors.prizes.fees import STATES as FEE_STATES
from tournaments.selectors.seasons.scores import WHY_NOT
from tournaments.serializers.journal import ACTORS
from tournaments.serializers.prizes import AWARD_REASONS, MEMBER_REASONS
from tournaments.serializers.tables import TABLE_RANK_BY
from tournaments.services.entries.absences import KINDS as ABSENCE_KINDS
from tournaments.services.events.roles import CLUB_ROLES, EVENT_ROLES
from tournaments.services.events.settings import GAMES, POLICIES, VISIBILITIES
from tournaments.standings.crosstable import CELL_KINDS
from tournaments.standings.crosstable_rows import OUTCOMES
from tournaments.standings.seasons.qualifying import STATES as QUALIFIER_STATES
from tournaments.standings.seasons.scoring import KINDS as SEASON_KINDS
from tournaments.standings.seasons.scoring import TIES as SEASON_TIES
from tournaments.standings.tiebreaks.registry import TIEBREAKS
from tournaments.state import (
    BOARD_TIES,
    CAUSES,
    NUMBER_ORDERS,
    PAIRING_KINDS,
    PLAYOFF,
    POSTPONED_AS,
    RANK_BY,
    REGULAR,
    RESULT_KINDS,
)

Schema = dict[str, Any]

NAMES: dict[str, Iterable[str]] = {
    "AbsenceKind": ABSENCE_KINDS,
    "ActorKind": ACTORS,
    "AnnouncedTo": AnnouncedTo,
    "Answer": Answer,
    "BoardTies": BOARD_TIES,
    "BookState": BookStatus,
    "AwardReason": AWARD_REASONS,
    "CategoryKind": CATEGORY_KINDS,
    "CellKind": CELL_KINDS,
    "CellOutcome": OUTCOMES,
    "ChangeKind": ChangeKind,
    "ClubRole": CLUB_ROLES,
    "ConfirmPolicy": POLICIES,
    "EditKind": EDIT_KINDS,
    "EntryState": EntryStatus,
    "EventRole": EVENT_ROLES,
    "EventState": EventStatus,
    "FeeState": FEE_STATES,
    "ForfeitCause": CAUSES,
    "GameCode": GAMES,
    "GameState": GameState,
    "MemberReason": MEMBER_REASONS,
    "NumberOrder": NUMBER_ORDERS,
    "PairingJobState": JobStatus,
    "PairingKind": PAIRING_KINDS,
    "PairingSystem": SYSTEMS,
    "PostponedAs": POSTPONED_AS,
    "PrizeTies": TIES,
    "QualifierState": QUALIFIER_STATES,
    "RankBy": RANK_BY,
    "TableRankBy": TABLE_RANK_BY,
    "RatingSystem": (*RATING_SYSTEMS, *BATCHES),
    "ResultKind": RESULT_KINDS,
    "RoundKind": (REGULAR, PLAYOFF),
    "RoundState": RoundStatus,
    "RulingKind": RULING_KINDS,
    "Scope": SCOPES,
    "ScoreFactor": FACTORS,
    "ScoringMethod": METHODS,
    "SeasonColumn": SEASON_KINDS,
    "SeasonTies": SEASON_TIES,
    "Side": SIDES,
    "SlotState": SlotStatus,
    "StageState": StageStatus,
    "TakResult": RESULTS,
    "Tiebreak": TIEBREAKS,
    "Visibility": VISIBILITIES,
    "WhyNoReach": WHY_NOT,
}


def name_enums(result: Schema, **_made_by: object) -> Schema:
    """Make each set of codes that has a name a component, and refer to it."""
    names = {frozenset(map(str, codes)): name for name, codes in NAMES.items()}
    schemas = result["components"]["schemas"]
    for schema in list(schemas_with_codes(result)):
        schema.pop("x-spec-enum-id", None)
        codes = {code for code in schema["enum"] if code}
        name = names.get(frozenset(codes))
        if name is None:
            continue
        blank = [{"type": "string", "enum": [""]}] if "" in schema["enum"] else []
        schemas.setdefault(name, {"type": "string", "enum": list(map(str, NAMES[name]))})
        del schema["enum"], schema["type"]
        reference = {"$ref": f"#/components/schemas/{name}"}
        if blank:
            schema["anyOf"] = [reference, *blank]
        else:  # nothing may stand beside a reference
            schema.update({"allOf": [reference]} if schema else reference)
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def schemas_with_codes(part: Any) -> Iterator[Schema]:
    """Every schema with codes in a part of the document."""
    if isinstance(part, list):
        for each in part:
            yield from schemas_with_codes(each)
    elif isinstance(part, dict):
        if isinstance(part.get("enum"), list):
            yield part
        else:
            for each in list(part.values()):
                yield from schemas_with_codes(each)
