"""The puzzle of the day: posted daily in the server's channel, solved privately, its solvers named the next day."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from discord import Message
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.actions import puzzles
from bot.model.jobs import Kind
from bot.model.puzzles import Puzzle
from bot.records.puzzles import shipped
from rules import GAMES
from tests.bot.screen import button_id, buttons_of, text_of
from tests.bot.world import World, answer, reply_text

_NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


class _PuzzleTime:
    """A clock for the puzzles and what is posted."""

    now = _NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def time(world: World, monkeypatch: pytest.MonkeyPatch) -> _PuzzleTime:
    """The bot's time, which tests advance."""
    clock = _PuzzleTime()
    monkeypatch.setattr(world.bot.services.context, "_now", clock)
    return clock


async def _pass(world: World) -> None:
    """Do what the bot does every minute."""
    await puzzles.lay_out_daily(world.bot.services.context)
    await world.bot.delivery.deliver_due()


def _puzzle(message: Message) -> Puzzle:
    _solve, _match, _revision, detail = button_id(message, "Solve").split(":", 4)[1:]
    key, number, _chosen = detail.split("/")
    return shipped(GAMES[key].key)[number]


async def _rows(world: World) -> list[tuple[Any, ...]]:
    return (await world.stored())[Kind.DAILY_PUZZLE]


async def test_it_is_posted_once_a_day_solved_privately_and_names_the_solvers_next_day(
    world: World, boss: MemberActor, time: _PuzzleTime
) -> None:
    await boss.slash(world.channel, "server", puzzles=world.channel)
    for _ in range(3):
        await _pass(world)
    [posted] = world.messages()
    puzzle = _puzzle(posted)
    assert f"### Puzzle of the day: {puzzle.game.name}" in text_of(posted) and buttons_of(posted) == ["Solve", "Text"]
    shown = answer(await world.ada.click(posted, label="Solve"))
    window = await world.ada.click(shown, label="Type a move")
    await world.ada.submit_modal(window, {"text": puzzle.best})
    assert "✅ Solved!" in text_of(shown) and len(world.messages()) == 1
    assert "You've solved this puzzle already" in reply_text(await world.ada.click(posted, label="Solve"))
    time.now += timedelta(days=1)
    await _pass(world)
    await _pass(world)
    [_first, second] = world.messages()
    assert f"The last solution: `{puzzle.best}`. Found by **Ada**." in text_of(second) and _puzzle(second) != puzzle
    time.now += timedelta(days=1)
    await _pass(world)
    assert "Nobody found it." in text_of(world.board()) and len(await _rows(world)) == 3


async def _today(world: World, who: MemberActor) -> ResponseMessage:
    """The puzzle of the day that a person gets by the button in the help."""
    return answer(await who.click(answer(await who.slash(world.channel, "help")), label="Puzzle"))


def _shown(shown: ResponseMessage) -> Puzzle:
    key, number, _chosen = button_id(shown, "Hint").split(":", 4)[4].split("/")
    return shipped(key)[number]


async def _answers(who: MemberActor, shown: ResponseMessage, move: str) -> None:
    await who.submit_modal(await who.click(shown, label="Type a move"), {"text": move})


async def test_days_in_a_row_are_counted_and_a_missed_day_begins_anew(world: World, time: _PuzzleTime) -> None:
    told = list[str]()
    for days_later in (0, 1, 1, 2):
        time.now += timedelta(days=days_later)
        shown = await _today(world, world.ada)
        assert "### Puzzle of the day: " in text_of(shown)
        await _answers(world.ada, shown, _shown(shown).best)
        told.append(text_of(shown).rpartition("🔥 Puzzle of the day: ")[2])
    assert told == ["1 day in a row", "2 days in a row", "3 days in a row", "1 day in a row"]
    time.now += timedelta(days=1)
    assert "You've solved the puzzles of the last 1 day" in text_of(await _today(world, world.ada))
    assert "the last" not in text_of(await _today(world, world.ben)), "everybody has days of their own"


async def test_a_puzzle_that_was_solved_before_it_was_that_of_the_day_counts_for_it(
    world: World, time: _PuzzleTime
) -> None:
    puzzle = puzzles.of_day(world.guild.id, time.now + timedelta(days=1))
    assert puzzle is not None
    context = world.bot.services.context
    assert (await puzzles.answer(context, world.actor(world.ada), puzzle, puzzle.best)).days_in_a_row is None
    time.now += timedelta(days=1)
    assert "🔥 Puzzle of the day: 1 day in a row" in text_of(await _today(world, world.ada))


async def test_a_result_is_posted_without_the_solution_and_others_can_solve_it_too(
    world: World, time: _PuzzleTime
) -> None:
    shown = await _today(world, world.ada)
    puzzle = _shown(shown)
    await _answers(world.ada, shown, next(move for move in puzzle.position.legal_moves() if move != puzzle.best))
    await world.ada.click(shown, label="Try again")
    await _answers(world.ada, shown, puzzle.best)
    assert "✅ Solved!" in text_of(shown) and world.messages() == []
    await world.ada.click(shown, label="Post my result")
    assert "is in the channel" in text_of(shown) and "Post my result" not in buttons_of(shown)
    [posted] = world.messages()
    assert text_of(posted) == (
        f"**Ada** solved the puzzle of the day: {puzzle.game.name}, 1 January\n🟥🟩 on try 2\n"
        "🔥 Puzzle of the day: 1 day in a row"
    )
    assert puzzle.best not in text_of(posted) and world.pinged(posted) == []
    theirs = answer(await world.ben.click(posted, label="Solve it too"))
    assert "to move" in text_of(theirs) and puzzle.best not in text_of(theirs)


async def test_no_result_is_posted_of_a_solution_that_was_shown_or_on_another_day(
    world: World, time: _PuzzleTime
) -> None:
    seen = await _today(world, world.ben)
    await world.ben.click(seen, label="Solution")
    assert "Post my result" not in buttons_of(seen) and "in a row" not in text_of(seen)
    shown = await _today(world, world.ada)
    await _answers(world.ada, shown, _shown(shown).best)
    time.now += timedelta(days=1)
    reply = await world.ada.click(shown, label="Post my result")
    assert "You can only post the result of today's puzzle" in reply_text(reply) and world.messages() == []


async def test_a_server_that_switched_it_off_gets_none(world: World, boss: MemberActor, time: _PuzzleTime) -> None:
    card = answer(await boss.slash(world.channel, "server"))
    assert "**Puzzle of the day:** behind **Puzzle**, and posted nowhere" in text_of(card)
    await boss.click(card, label="Daily puzzle here")
    assert f"**Puzzle of the day:** in <#{world.channel.id}>" in text_of(card)
    await boss.click(card, label="No daily puzzle")
    await _pass(world)
    assert world.messages() == [] and await _rows(world) == []
