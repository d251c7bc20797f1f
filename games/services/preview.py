"""Preview how a decision would change the ratings. Nothing is written."""

from games.models import Game
from games.services.count import slot_source
from games.services.people import merge_players, undo_merge
from games.services.rulings.rule import RulingOutcome, rule_slot, void_result
from ratings import services as ratings
from ratings.services import PoolPreview, PreviewRequest
from tournaments import selectors
from tournaments.actor import Actor

# A preview needs no reason; the decision does.
NO_REASON = "preview"


def preview_ruling(
    *, actor: Actor, pairing_id: int, number: int, outcome: RulingOutcome
) -> list[PoolPreview]:
    """The rating changes if a slot were ruled so. Raises what `rule_slot` raises."""
    source = slot_source(selectors.slot_context(pairing_id, number).slot_id)
    posted = ratings.dry_run_postings(
        [source],
        lambda: rule_slot(
            actor=actor,
            pairing_id=pairing_id,
            number=number,
            outcome=outcome,
            reason=NO_REASON,
        ),
    )
    return ratings.preview(PreviewRequest(posted=posted))


def preview_void(*, actor: Actor, game_id: int) -> list[PoolPreview]:
    """The rating changes if a game were voided. Raises what `void_result` raises."""
    game = Game.objects.get(pk=game_id)
    source = f"game:{game.public_id}" if game.slot_id is None else slot_source(game.slot_id)
    posted = ratings.dry_run_postings(
        [source], lambda: void_result(actor=actor, game_id=game_id, reason=NO_REASON)
    )
    return ratings.preview(PreviewRequest(posted=posted))


def preview_merge(*, actor: Actor, player: str, into: str) -> list[PoolPreview]:
    """The rating changes if two players (public ids) were merged."""
    one = ratings.dry_run(lambda: merge_players(actor=actor, player=player, into=into))
    return ratings.preview(PreviewRequest(as_if={one.pk: one.merged_into_id or one.pk}))


def preview_unmerge(*, actor: Actor, player: str) -> list[PoolPreview]:
    """The rating changes if a merged player (public id) were unmerged."""
    one = ratings.dry_run(lambda: undo_merge(actor=actor, player=player))
    return ratings.preview(PreviewRequest(as_if={one.pk: one.pk}))
