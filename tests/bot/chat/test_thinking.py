"""Turns of characters: each is computed and played once, whatever happens meanwhile."""

import asyncio
import random
from collections.abc import AsyncGenerator, Hashable, Sequence
from datetime import timedelta
from typing import cast

import discord
import pytest
import pytest_asyncio

from bot.actions.heartbeats import Heartbeat
from bot.chat.characters import LEASE, RETRY, THOUGHT
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import THOUGHTS
from bot.model.askers import MANY_REFUSED
from bot.model.characters import seated
from bot.model.history import History
from bot.model.jobs import Claim, Kind
from bot.model.match import Match, State
from bot.model.result import Ending
from bot.opponents.thinkers import Thinkers
from bot.store.engine.database import Database
from bot.store.jobs import queue
from bot.texts.symbols import Symbols
from players.characters import MOLE, OTTER
from players.levels import Level
from rules import FAMILIES
from rules.core import Game, Move, Position, Seat
from tests.bot.matches import Matches
from tests.bot.queue import due_jobs
from tests.bot.store.rounds import CIRCLE, ROUNDS
from tests.bot.tables import ADA, Hall, all_games, here
from tests.bot.thinking import AtOnce, Failing, Held


class _Nowhere(Delivery):
    """Show nothing."""

    def __init__(self, matches: Matches, thinkers: Thinkers) -> None:
        super().__init__(
            cast("discord.Client", None),
            matches,
            [THOUGHT],
            symbols=Symbols(),
            thinkers=thinkers,
            catch_up=Heartbeat(matches, timedelta(minutes=1)).catch_up,
        )
        self.shown_at_once: list[int] = []

    async def show(
        self,
        match: Match,
        claim: Claim,
        *,
        has_notices: bool = True,
        pressed: object = None,
    ) -> Match:
        assert not has_notices
        self.shown_at_once.append(match.id)
        return match

    async def deliver(self, match_id: int) -> None:
        pass

    async def play_due(self) -> None:
        """Play all due turns."""
        await self.deliver_due(THOUGHTS)


def _thinking(matches: Matches, thinkers: Thinkers) -> _Nowhere:
    return _Nowhere(matches, thinkers)


@pytest_asyncio.fixture
async def other(hall: Hall) -> AsyncGenerator[Matches]:
    """The matches of the hall, as another process knows them."""
    database = await Database.open(hall.url)
    yield Matches(database, now=hall.clock, games=all_games())
    await database.close()


async def _match(hall: Hall) -> Match:
    """A match of Furl in which Ada has moved and a character is to move."""
    match = await hall.challenge(*seated(OTTER, 1))
    return (await hall.matches.play(here(ADA), match.id, match.position.legal_moves()[0])).match


class _Mistaken(AtOnce):
    """A thinker that answers with a text that is no move, or with a move of another position."""

    def __init__(self, answer: str) -> None:
        super().__init__()
        self._answer = answer

    async def choose(
        self, position: Position, level: Level, seed: int, past: Sequence[Position] = (), asker: Hashable = None
    ) -> Move:
        return Move(self._answer)


@pytest.mark.logs_errors
@pytest.mark.parametrize("answer", ["", "pass", "a1<a1", "b4<c4", "\0"])
async def test_a_match_continues_if_a_character_has_found_no_legal_move(hall: Hall, answer: str) -> None:
    match = await _match(hall)
    await _thinking(hall.matches, _Mistaken(answer)).play_due()
    after = await hall.matches.load(match.id)
    assert after.ply == match.ply + 1 and after.state is State.RUNNING
    assert after.history.tokens[-1] in match.position.legal_moves()


async def test_two_processes_on_one_database_find_and_play_each_turn_once(hall: Hall, other: Matches) -> None:
    match, thinkers = await _match(hall), AtOnce()
    both = [_thinking(matches, thinkers) for matches in (hall.matches, other)]
    for ply in range(1, 9):
        await asyncio.gather(*(thinking.play_due() for thinking in both for _ in range(3)))
        match = await hall.matches.load(match.id)
        assert match.ply == 2 * ply and len(thinkers.asked) == ply
        await hall.matches.play(here(ADA), match.id, match.position.legal_moves()[0])


async def test_a_turn_is_found_by_others_once_the_process_that_thought_about_it_is_gone_for_a_while(
    hall: Hall, other: Matches
) -> None:
    match, rescue = await _match(hall), _thinking(other, AtOnce())
    [due] = await due_jobs(hall.matches, Kind.THOUGHT)
    async with hall.database.write() as connection:
        assert await queue.claim(connection, Kind.THOUGHT, due.number, hall.clock(), LEASE) is not None
    await rescue.play_due()
    assert (await other.load(match.id)).ply == 1
    hall.clock.go_on(seconds=LEASE.total_seconds())
    await rescue.play_due()
    assert (await other.load(match.id)).ply == 2


async def test_a_process_that_stops_in_the_middle_leaves_the_turn_to_others_at_once(hall: Hall, other: Matches) -> None:
    match, held = await _match(hall), Held()
    stopped = _thinking(hall.matches, held)
    stopped.look(Kind.THOUGHT)
    await held.is_asked.wait()
    await stopped.close()
    await _thinking(other, AtOnce()).play_due()
    assert (await other.load(match.id)).ply == 2


async def test_a_move_found_for_an_outdated_position_is_not_played(hall: Hall) -> None:
    match, held = await _match(hall), Held()
    thinking = _thinking(hall.matches, held)
    thinking.look(Kind.THOUGHT)
    await held.is_asked.wait()
    await hall.matches.ask_takeback(here(ADA), match.id)
    held.go_on()
    await thinking.play_due()
    assert (await hall.matches.load(match.id)).ply == 0


@pytest.mark.logs_errors
async def test_a_turn_that_could_not_be_found_is_tried_again(hall: Hall) -> None:
    match, thinkers = await _match(hall), Failing()
    thinking = _thinking(hall.matches, thinkers)
    for _ in range(2):
        await thinking.play_due()
        assert thinkers.has_failed and (await hall.matches.load(match.id)).ply == 1
    hall.clock.go_on(seconds=RETRY.total_seconds())
    await thinking.play_due()
    assert (await hall.matches.load(match.id)).ply == 2


@pytest.mark.parametrize(("refused", "is_at_once"), [(MANY_REFUSED - 1, True), (MANY_REFUSED, False)])
async def test_once_discord_has_refused_much_the_turns_of_characters_are_shown_with_all_that_waits(
    hall: Hall, refused: int, *, is_at_once: bool
) -> None:
    match, thinking = await _match(hall), _thinking(hall.matches, AtOnce())
    hall.matches.budget.refused = lambda: refused
    await thinking.play_due()
    assert (await hall.matches.load(match.id)).ply == 2
    assert thinking.shown_at_once == ([match.id] if is_at_once else [])
    assert [job.number for job in await due_jobs(hall.matches, Kind.BOARD)] == ([] if is_at_once else [match.id])


def _second_seat(_history: History, seat: Seat) -> bool:
    return seat == 1


async def test_a_character_gives_up_or_claims_a_draw_instead_of_moving(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    for manner in ("resigns", "claims_draw"):
        monkeypatch.setattr(f"bot.opponents.manners.{manner}", _second_seat)
    lost, drawn = await _match(hall), await hall.challenge(*seated(OTTER, 1), game=ROUNDS)
    for move in (*CIRCLE, *CIRCLE, CIRCLE[0]):
        assert drawn.to_move is not None
        drawn = (await hall.matches.play(here(drawn.to_move), drawn.id, move)).match
    await _thinking(hall.matches, AtOnce()).play_due()
    results = [(await hall.matches.load(match.id)).result for match in (lost, drawn)]
    assert [result and (result.ending, result.places, result.by) for result in results] == [
        (Ending.RESIGNED, (1, 2), lost.players[1]),
        (Ending.REPEATED, (1, 1), drawn.players[1]),
    ]


@pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.key)
async def test_a_whole_game_is_played_to_its_end(hall: Hall, game: Game) -> None:
    chance, thinking = random.Random(game.key), _thinking(hall.matches, AtOnce())
    match = await hall.matches.begun(await hall.challenge(*seated(MOLE, 1), game=game))
    while match.state is State.RUNNING:
        if match.to_move == ADA:
            match = (await hall.matches.play(here(ADA), match.id, chance.choice(match.position.legal_moves()))).match
        else:
            await thinking.play_due()
            before, match = match, await hall.matches.load(match.id)
            assert match.revision > before.revision or match.result is not None, (
                "the character neither moves nor resigns"
            )
    assert match.state is State.FINISHED and match.outcome is not None
