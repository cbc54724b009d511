"""Puzzles from the server's finished matches: puzzle_line once, nameless unless all agree, removed when a player refuses."""

import asyncio
from collections.abc import Hashable, Mapping
from datetime import date, timedelta
from types import MappingProxyType

import pytest
from simcord.results import ResponseMessage

from bot.actions import privacy as privacy_actions
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import SEARCHES
from bot.chat.puzzles import SEARCH
from bot.model.people import Person
from bot.model.puzzles import Puzzle
from bot.opponents.proof import puzzle_line
from bot.opponents.thinkers import NoAnswer
from bot.records.puzzles import read, write
from bot.store import puzzles
from bot.store.engine.schema.learning import match_puzzles
from bot.store.engine.schema.matches import records
from rules import GAMES
from rules.core import Position
from tests.bot.screen import text_of
from tests.bot.thinking import AtOnce
from tests.bot.world import World, answer, reply_text

_MOVES = ("b4<a3", "f5<f3", "c1<b1", "e1<g1")
_PATIENCE = 120.0  # seconds of one core, so that a busy machine proves as much as an idle one
_WON = "..../b.bb./..wb../b.w.b2../bwb.../.w2w2../.... w"


class _Finder(AtOnce):
    """Finds a puzzle in every position."""

    def __init__(self) -> None:
        super().__init__()
        self.positions: list[Position] = []

    async def puzzle(self, position: Position, asker: Hashable = None) -> str | None:
        self.positions.append(position)
        self.searched += 1.0
        await asyncio.sleep(0)
        best, wrong, *_others = position.legal_moves()
        reply = position.play(wrong).legal_moves()[0]
        return write(Puzzle(GAMES["furl"], position.fen(), best, False, 3, 0.5, 0.1, 1200, (best,), {wrong: reply}))


class _NoPuzzles(AtOnce):
    async def puzzle(self, position: Position, asker: Hashable = None) -> str | None:
        raise NoAnswer("nobody is there")


@pytest.fixture(autouse=True)
def _none_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Furlong without puzzles of its own."""
    nothing: Mapping[str, Puzzle] = MappingProxyType({})

    def none(_key: str) -> Mapping[str, Puzzle]:
        return nothing

    monkeypatch.setattr("bot.actions.puzzles.shipped", none)


async def _over(world: World, thinkers: AtOnce, number: int = 1) -> None:
    """A match of Furl between Ada and Ben that Ben has resigned after some moves."""
    await world.restart(thinkers)
    await _over_in(world, number)


async def _over_in(world: World, number: int) -> None:
    await world.start_match()
    await world.play(*_MOVES, number=number)
    await world.ben.click(answer(await world.ben.slash(world.channel, "match", do="resign")), label="Resign")


async def _found(world: World) -> list[Puzzle]:
    """The stored puzzles after all matches were searched."""
    await world.bot.delivery.deliver_due(SEARCHES)
    rows = (await world.stored())[match_puzzles.name]
    return [read(GAMES[row[3]], row[4]) for row in rows]


async def _solved(world: World, puzzle: Puzzle) -> ResponseMessage:
    return answer(await world.cleo.slash(world.channel, "puzzle", game="furl", move=puzzle.best))


async def test_a_match_that_is_over_is_looked_through_once_by_one_process(world: World) -> None:
    thinkers = _Finder()
    await _over(world, thinkers)
    services = world.bot.services
    other = Delivery(
        world.bot,
        services.context,
        [SEARCH],
        symbols=services.symbols,
        thinkers=thinkers,
        catch_up=world.bot.heartbeat.catch_up,
    )
    await asyncio.gather(other.deliver_due(SEARCHES), world.bot.delivery.deliver_due(SEARCHES))
    assert len(await _found(world)) == 1, "the next would be too near to it in so short a match"
    assert len(thinkers.positions) == 1 and thinkers.positions[0] == GAMES["furl"].start(2)
    await other.close()


async def test_no_match_is_searched_once_the_budget_of_the_day_is_spent(world: World) -> None:
    thinkers = _Finder()
    thinkers.searching_seconds = 0.5
    await _over(world, thinkers)
    await _over_in(world, 2)
    assert len(await _found(world)) == 1 and len(thinkers.positions) == 1, "the first search has spent it"


async def test_a_process_that_starts_anew_has_what_is_left_of_the_day(world: World) -> None:
    for number, searches in ((1, True), (2, True), (3, False)):
        thinkers = _Finder()
        thinkers.searching_seconds = 1.5
        await _over(world, thinkers, number)
        await _found(world)
        assert bool(thinkers.positions) is searches


async def test_the_seconds_of_a_day_add_up_and_the_next_day_begins_with_none(world: World) -> None:
    first, day = date(2030, 1, 1), timedelta(days=1)
    async with world.bot.services.context.database.write() as connection:
        for seconds in (1.25, 0.5):
            await puzzles.add_seconds_searched(connection, first, seconds)
        assert await puzzles.seconds_searched(connection, first) == 1.75
        assert await puzzles.seconds_searched(connection, first + day) == 0
        await puzzles.add_seconds_searched(connection, first + day, 2)
        assert await puzzles.seconds_searched(connection, first + day) == 2


async def test_a_budget_of_nothing_turns_the_search_off(world: World) -> None:
    thinkers = _Finder()
    thinkers.searching_seconds = 0.0
    await _over(world, thinkers)
    assert await _found(world) == [] and thinkers.positions == []


async def test_the_search_of_one_match_takes_only_so_long(world: World) -> None:
    class _Slow(_Finder):
        async def puzzle(self, position: Position, asker: Hashable = None) -> str | None:
            await super().puzzle(position, asker)
            return None

    thinkers = _Slow()
    await _over(world, thinkers)
    assert await _found(world) == [] and len(thinkers.positions) == 2 < len(_MOVES)


async def test_nobody_is_named_before_all_have_agreed_and_then_only_in_the_end(world: World) -> None:
    await _over(world, _Finder())
    [puzzle] = await _found(world)
    shown = answer(await world.cleo.slash(world.channel, "puzzle", game="furl"))
    assert "From a match on this server." in text_of(shown)
    await world.ada.slash(world.channel, "settings", puzzles="named")
    await world.cleo.click(shown, label="Hint")
    solved = text_of(await _solved(world, puzzle))
    assert "✅ Solved!" in solved and "Ada" not in solved and "Ben" not in solved
    await world.ben.slash(world.channel, "settings", puzzles="named")
    again = answer(await world.ada.slash(world.channel, "puzzle", game="furl"))
    assert "Ben" not in text_of(again)
    await world.ada.click(again, label="Solution")
    assert "From a match of **Ada** and **Ben**." in text_of(again)


async def test_it_is_gone_once_a_person_in_the_match_wants_none_and_no_more_are_made(world: World) -> None:
    await _over(world, _Finder())
    assert len(await _found(world)) == 1
    shown = answer(await world.cleo.slash(world.channel, "puzzle", game="furl"))
    card = answer(await world.ada.slash(world.channel, "settings", puzzles="never"))
    assert "**Puzzles from your finished matches:** none are made" in text_of(card)
    assert "is gone" in reply_text(await world.cleo.click(shown, label="Hint"))
    assert "no Furl puzzles" in reply_text(await world.cleo.slash(world.channel, "puzzle", game="furl"))
    await _over(world, _Finder(), number=2)
    assert await _found(world) == []


async def test_it_does_not_appear_after_a_player_was_forgotten_during_the_search(world: World) -> None:
    class _Forgetting(_Finder):
        async def puzzle(self, position: Position, asker: Hashable = None) -> str | None:
            if not self.positions:
                await privacy_actions.forget(world.bot.services.context, Person(world.ada.id, "Ada"))
            return await super().puzzle(position, asker)

    finder = _Forgetting()
    await _over(world, finder)
    assert await _found(world) == [] and finder.positions != []


async def test_a_match_that_cannot_be_read_or_searched_is_not_tried_again(world: World) -> None:
    await _over(world, _NoPuzzles())
    assert await _found(world) == []
    finder = _Finder()
    await world.restart(finder)
    assert await _found(world) == [] and finder.positions == []
    await _over(world, finder, number=2)
    async with world.bot.services.context.database.write() as connection:
        await connection.execute(records.update().values(tokens="nonsense"))
    world.bot.services.context.histories.forget(2)
    assert await _found(world) == [] and finder.positions == []


def test_a_position_is_proved_and_confirmed_by_a_deeper_search() -> None:
    line = puzzle_line(GAMES["furl"].from_fen(_WON), _PATIENCE)
    assert line is not None and read(GAMES["furl"], line).best == "d3<e3"
    assert puzzle_line(GAMES["furl"].start(2), _PATIENCE) is None
