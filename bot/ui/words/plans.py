"""Queued moves."""

from collections.abc import Sequence

from bot.match import Match
from bot.plans import Plan
from bot.ui.words.naming import title
from rules.core import Move


def plan(match: Match, shown: Plan, played: Sequence[Move] = ()) -> str:
    """What somebody has planned, for them alone; `played` are the moves of it that were played as it was made."""
    head = f"**{title(match)}**"
    if played:
        head += f"\nPlayed at once: {' '.join(f'`{move}`' for move in played)}"
    if shown.stopped_at:
        rest = " ".join(f"`{move}`" for move in shown.moves)
        follow = f"\nWhat was to follow waits for a new `/plan`: {rest}" if rest else ""
        return f"{head}\nYour plan stopped at `{shown.stopped_at}`. {shown.stopped_because}{follow}"
    if not shown.moves:
        return f"{head}\nNothing is planned. `/plan moves:` takes several moves, for your next turns, in order."
    queue = " ".join(f"`{move}`" for move in shown.moves)
    return (
        f"{head}\nPlanned for your next turns, in this order: {queue}\n"
        "-# Only you see this. The plan stops, and you are told, when a move is not legal any more."
    )


def plan_stopped(match: Match) -> str:
    """On a board, to a player whose plan could not go on; empty for everybody else."""
    if match.to_move is None or not match.plan_of(match.to_move.id).stopped_at:
        return ""
    return "Your plan could not go on: `/plan` says why."
