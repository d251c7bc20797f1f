"""What players answer to a game that was sent."""

from games.models import Answer, Confirmation, Game
from tournaments.actor import Actor


def record_agreement(game: Game, seat: int, actor: Actor) -> None:
    """Store the agreement of a seat, except the submitter's, who agrees by submitting."""
    if seat != game.submitted_seat:
        record_answer(game, seat, actor, Answer.YES)


def record_answer(game: Game, seat: int, actor: Actor, answer: Answer) -> None:
    """Store what a seat says of a game, in place of what it said before."""
    given = Confirmation(game=game, order=seat, answer=answer, actor=actor.as_json())
    Confirmation.objects.bulk_create(
        [given],
        update_conflicts=True,
        unique_fields=["game", "order"],
        update_fields=["answer", "actor"],
    )
