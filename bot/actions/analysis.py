"""What a player does in private beside a match: trying moves on an analysis board, and writing a note."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.actions import matches
from bot.actions.change import check_begun
from bot.actions.context import Context
from bot.model.analysis import Analysis
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.refusals.matches import NotPlaying
from bot.model.replays import Replay
from bot.model.result import Ending, Result
from bot.store import analysis as store
from bot.store import people
from bot.store.engine.database import Connection


class Turnout(StrEnum):
    """What has become of the board that a person saw, if it is another now."""

    BEGUN_ANEW = "begun anew"
    """The match has gone another way than anything that was tried."""
    GONE_ON = "gone on"
    """The match has gone one of the ways that were tried, and the board begins with its present position now."""
    CHANGED_ELSEWHERE = "changed elsewhere"
    """It was changed since in another message; what was asked for there was not done."""


@dataclass(frozen=True, slots=True)
class AnalysisBoard:
    """The analysis of a match by a person, and what has become of the board that they saw, if it is another now."""

    match: Match
    analysis: Analysis
    turnout: Turnout | None = None

    @property
    def then(self) -> Replay:
        """The match as it would be at the position on the board."""
        history = self.analysis.history(self.match.history)
        found = history.position.outcome()
        state = State.RUNNING if found is None else State.FINISHED
        result = found and Result(Ending.RULES, found.places, found.points)
        return replace(Replay.of(self.match), history=history, state=state, result=result, deadline=None, away=())


async def board(context: Context, match: Match, person: Person, revision: int | None = None) -> AnalysisBoard:
    """The analysis of a match by a person, who saw it at a revision, or a new one."""
    async with context.database.read() as connection:
        return await _board(connection, match, person, revision)


async def begin(context: Context, match: Match, person: Person, ply: int) -> AnalysisBoard:
    """A board of a match from another ply on, in place of the person's earlier one unless that begins there too."""
    async with context.database.write() as connection:
        known = await _board(connection, match, person)
        begun = Analysis.beginning(match.history, ply)
        if known.analysis.ply == begun.ply:
            return known
        begun = replace(begun, revision=known.analysis.revision + 1)
        return await _save(context, connection, match, person, begun)


async def change(
    context: Context, match: Match, person: Person, revision: int, change: Callable[[Analysis], Analysis]
) -> AnalysisBoard:
    """Change what a person has tried, as they saw it at a revision; nothing changes if it is another by now."""
    async with context.database.write() as connection:
        known = await _board(connection, match, person, revision, for_update=True)
        return known if known.turnout else await _save(context, connection, match, person, change(known.analysis))


async def _save(
    context: Context, connection: Connection, match: Match, person: Person, analysis: Analysis
) -> AnalysisBoard:
    await people.remember(connection, person)
    await store.save(connection, match.id, person.id, analysis, context.now())
    return AnalysisBoard(match, analysis)


async def _board(
    connection: Connection, match: Match, person: Person, revision: int | None = None, *, for_update: bool = False
) -> AnalysisBoard:
    known = await store.load(connection, match.id, person.id, for_update=for_update)
    beginning, turnout = Analysis.beginning(match.history, match.ply), None
    board = known or beginning
    if known is not None and match.state is State.RUNNING:
        followed = known.followed(match.history)
        board = followed or replace(beginning, revision=known.revision + 1)
        turnout = Turnout.BEGUN_ANEW if followed is None else Turnout.GONE_ON if followed is not known else None
    if revision is not None:
        turnout = None if board.revision == revision else turnout or Turnout.CHANGED_ELSEWHERE
    return AnalysisBoard(match, board, turnout)


LONGEST: Final = 1_500
"""Characters of a note."""


async def read(context: Context, actor: Actor, match_id: int) -> tuple[Match, str]:
    """A match and the note of a player who plays or has played it.

    Raises `NotPlaying`, or what `bot.actions.matches.find` and `check_begun` raise.
    """
    match = await _played(context, actor, match_id)
    async with context.database.read() as connection:
        return match, await store.of_person(connection, match.id, actor.person.id)


async def write(context: Context, actor: Actor, match_id: int, text: str) -> tuple[Match, str]:
    """Keep a note in place of the one before. Raises what `read` raises."""
    match = await _played(context, actor, match_id)
    kept = text.strip()[:LONGEST]
    async with context.database.write() as connection:
        await store.keep(connection, match.id, actor.person.id, kept, context.now())
    return match, kept


async def _played(context: Context, actor: Actor, match_id: int) -> Match:
    match = await matches.find(context, actor, match_id)
    check_begun(match)
    if match.seat_of(actor.person.id) is None:
        raise NotPlaying(match)
    return match
