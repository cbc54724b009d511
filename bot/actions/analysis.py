"""A player's private tools beside a match: an analysis board to try moves on, and a note."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.actions import matches
from bot.actions.change import check_begun, check_running
from bot.actions.context import Context
from bot.model.analysis import Analysis, line_as_plan
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct, check
from bot.model.plans.tree import PlanTree
from bot.model.refusals.matches import StepWhileRunning
from bot.model.replays import Replay
from bot.model.result import Ending, Result
from bot.store import analysis as analysis_store
from bot.store import people as people_store
from bot.store.engine.database import Connection
from rules.core import Move, Position

_OPENLY: Final = random.SystemRandom()
STEPS: Final[Mapping[str, Callable[[Analysis], Analysis]]] = {
    "start": lambda tried: tried.at(()),
    "back": Analysis.back,
    "forward": Analysis.forward,
    "cut": Analysis.cut,
}
"""The changes that navigate a board or remove moves from it, by name."""


class Turnout(StrEnum):
    """The reason why the board is no longer the one that a person saw."""

    BEGUN_ANEW = "begun anew"
    """The match went another way than the moves tried."""
    GONE_ON = "gone on"
    """The match followed the moves tried, and the board now begins with its current position."""
    CHANGED_ELSEWHERE = "changed elsewhere"
    """The board was changed in another message since, so the request was not carried out."""


@dataclass(frozen=True, slots=True)
class AnalysisBoard:
    """A person's analysis of a match, and why it is no longer the board that they saw, if it is not."""

    match: Match
    analysis: Analysis
    turnout: Turnout | None = None

    @property
    def then(self) -> Replay:
        """The match as it would be at the position on the board."""
        history = self.analysis.history(self.match.history)
        outcome = history.position.outcome()
        state = State.RUNNING if outcome is None else State.FINISHED
        result = outcome and Result(Ending.RULES, outcome.places, outcome.points)
        return replace(Replay.of(self.match), history=history, state=state, result=result, deadline=None, away=())

    def as_plan(self, person: Person) -> PlanTree:
        """The line on the board as a person's plan. Raises `NoMoveOfYours`, or like `check_running`."""
        seat = check_running(self.match, person, MatchAct.PLAN)
        return line_as_plan(self.then.history.steps[self.analysis.ply :], seat)


def rolled(position: Position) -> Move:
    """A roll of dice that have nothing to do with those of any match."""
    return _OPENLY.choice(position.legal_moves())


async def board(context: Context, match: Match, person: Person, revision: int | None = None) -> AnalysisBoard:
    """A person's analysis of a match, which they saw at `revision`, or a new one."""
    async with context.database.read() as connection:
        return await _board(connection, match, person, revision)


async def begin(context: Context, match: Match, person: Person, ply: int) -> AnalysisBoard:
    """The board of a finished match from a ply; it replaces the earlier board unless that begins at the same ply.

    Raises `StepWhileRunning`.
    """
    if match.state is State.RUNNING:
        raise StepWhileRunning(match)
    async with context.database.write() as connection:
        await people_store.remember(connection, person)  # their other changes of the board now wait for this one
        stored = await _board(connection, match, person)
        begun = Analysis.beginning(match.history, ply)
        if stored.analysis.ply == begun.ply:
            return stored
        begun = replace(begun, revision=stored.analysis.revision + 1)
        return await _save(context, connection, match, person, begun)


async def change(
    context: Context, match: Match, person: Person, revision: int, change: Callable[[Analysis], Analysis]
) -> AnalysisBoard:
    """Change a person's analysis as they saw it at `revision`; nothing changes if it has another revision by now."""
    async with context.database.write() as connection:
        await people_store.remember(connection, person)
        stored = await _board(connection, match, person, revision)
        return stored if stored.turnout else await _save(context, connection, match, person, change(stored.analysis))


async def _save(
    context: Context, connection: Connection, match: Match, person: Person, analysis: Analysis
) -> AnalysisBoard:
    await analysis_store.save(connection, match.id, person.id, analysis, context.now())
    return AnalysisBoard(match, analysis)


async def _board(connection: Connection, match: Match, person: Person, revision: int | None = None) -> AnalysisBoard:
    stored = await analysis_store.load(connection, match.id, person.id)
    beginning, turnout = Analysis.beginning(match.history, match.ply), None
    board = stored or beginning
    if stored is not None and match.state is State.RUNNING:
        followed = stored.followed(match.history)
        board = followed or replace(beginning, revision=stored.revision + 1)
        turnout = Turnout.BEGUN_ANEW if followed is None else Turnout.GONE_ON if followed is not stored else None
    if revision is not None:
        turnout = None if board.revision == revision else turnout or Turnout.CHANGED_ELSEWHERE
    return AnalysisBoard(match, board, turnout)


LONGEST: Final = 1_500
"""The maximum number of characters in a note."""


async def read(context: Context, actor: Actor, match_id: int) -> tuple[Match, str]:
    """A match and the note of a player who plays or has played it.

    Raises `NotPlaying`, or what `bot.actions.matches.find` and `check_begun` raise.
    """
    async with context.database.read() as connection:
        match = await _played(context, connection, actor, match_id)
        return match, await analysis_store.of_person(connection, match.id, actor.person.id)


async def write(context: Context, actor: Actor, match_id: int, text: str) -> tuple[Match, str]:
    """Store a note in place of the earlier one. Raises what `read` raises."""
    kept = text.strip()[:LONGEST]
    async with context.database.write() as connection:
        match = await _played(context, connection, actor, match_id, for_update=True)
        await analysis_store.keep(connection, match.id, actor.person.id, kept, context.now())
    return match, kept


async def _played(
    context: Context, connection: Connection, actor: Actor, match_id: int, *, for_update: bool = False
) -> Match:
    match = await matches.find_within(context, connection, actor, match_id, for_update=for_update)
    check_begun(match)
    check(MatchAct.NOTE, match, actor)
    return match
