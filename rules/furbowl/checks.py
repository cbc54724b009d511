"""What the roll that is due on a board needs."""

from rules.furbowl.board import FurbowlBoard
from rules.furbowl.chances import (
    Catch,
    Chance,
    Check,
    Dodge,
    PassType,
    Pickup,
    Recovery,
    Surprise,
    Tackle,
    Throw,
    dodge_check,
    pass_over,
    recovery_check,
    skill_check,
    tackle_check,
)
from rules.furbowl.pitch import distance


def check_of(board: FurbowlBoard, chance: Chance) -> Check | None:
    """What the roll needs that `chance` stands for; None where chance makes no roll, or one on the Ouch table."""
    match chance:
        case Dodge():
            return dodge_check(board.active())
        case Pickup() | Surprise():
            return skill_check(grabber(board))
        case Throw(receiver):
            return skill_check(board.active(), pass_to(board, receiver).throw)
        case Catch(receiver):
            return skill_check(receiver, pass_to(board, receiver).catch)
        case Tackle(defender):
            return tackle_check(board.active(), defender)
        case Recovery():
            return recovery_check()
        case _:
            return None


def grabber(board: FurbowlBoard) -> int:
    """The piece on the square of the loose ball, while it tries to pick it up."""
    return board.places.index(board.ball)


def pass_to(board: FurbowlBoard, receiver: int) -> PassType:
    """What kind of pass the animal in play throws to a team-mate."""
    return pass_over(distance(board.places[board.active()], board.places[receiver]))
