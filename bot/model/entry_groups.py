"""Which entries of a record are told together: many of one kind in a row would hide what matters on a board."""

from collections.abc import Sequence

from bot.model.history import History
from rules.core import Seat
from rules.record import retired_seat


def entry_groups(history: History, plies: Sequence[int]) -> Sequence[tuple[int, ...]]:
    """These plies, counted from 1, in groups that are told in a sentence each.

    A game says which of its moves are of one kind. In a row of them, those of each seat (and those of chance) belong
    together, wherever they stand in it; every other entry stands alone.
    """
    groups: list[list[int]] = []
    kind_before, row = "", dict[Seat | None, list[int]]()
    for ply in plies:
        step = history.steps[ply - 1]
        kind = "" if retired_seat(step.move) is not None else step.before.kind(step.move)
        if not kind or kind != kind_before:
            row = {}
        if not kind or step.mover not in row:
            row[step.mover] = []
            groups.append(row[step.mover])
        row[step.mover].append(ply)
        kind_before = kind
    return [tuple(group) for group in groups]
