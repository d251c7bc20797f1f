"""Every table of the games app."""

from .evidence import (
    COUNTED_STATES,
    DISCARDED_STATES,
    PENDING_STATES,
    Answer,
    Confirmation,
    Dispute,
    Game,
    GamePlayer,
    GameState,
    Ruling,
)
from .halls import HallReturn, HallState, HallTake
from .imports import Import, ImportPart, ImportRefusal, TakenArchive
from .playtak import (
    UNDECIDED_SEEKS,
    MessageState,
    PlaytakEvent,
    PlaytakMessage,
    PlaytakSeek,
    SeekState,
)
from .sheets import ScoreSheet
from .stakes import SlotBids, WagerAccount, WagerTransfer
