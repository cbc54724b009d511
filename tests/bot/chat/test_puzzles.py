"""Puzzles with `/puzzle`: solved, missed, hinted at and shown; counted once; and the server's table."""

from collections.abc import Mapping
from itertools import islice

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.model.puzzles import Puzzle
from bot.records.puzzles import read, shipped, write
from rules import GAMES
from tests.bot.screen import button_id, option_ids, text_of
from tests.bot.world import World, answer, reply_text
from tests.rules.playouts import of_a_thousand

_FURL = shipped("furl")


def test_every_shipped_puzzle_can_be_played_through_and_comes_back_from_its_line() -> None:
    for key in GAMES:
        for puzzle in shipped(key).values():
            assert read(puzzle.game, write(puzzle)) == puzzle
            legal = set(puzzle.position.legal_moves())
            assert puzzle.best in legal and puzzle.line[0] == puzzle.best and puzzle.second < puzzle.worth
            assert set(puzzle.replies) <= legal - {puzzle.best}
            for move, reply in islice(puzzle.replies.items(), of_a_thousand(200)):
                assert reply in puzzle.position.play(move).legal_moves()
            position = puzzle.position
            for move in puzzle.line:
                position = position.play(move)


async def _begun(world: World, who: MemberActor) -> tuple[ResponseMessage, Puzzle]:
    """Have a person ask for a puzzle of Furl; returns the message, and the puzzle in it."""
    shown = answer(await who.slash(world.channel, "puzzle", game="furl"))
    return shown, _FURL[button_id(shown, "Hint").split("/")[1]]


async def _types(who: MemberActor, shown: ResponseMessage, move: str) -> None:
    await who.submit_modal(await who.click(shown, label="Type a move"), {"text": move})


async def test_a_wrong_move_is_answered_by_what_the_other_side_does_and_is_lost_once(world: World) -> None:
    shown, puzzle = await _begun(world, world.ada)
    wrong, reply = next(iter(puzzle.replies.items()))
    for stage in puzzle.position.stages(wrong):
        if stage in option_ids(shown):
            await world.chooses(world.ada, shown, stage)
    assert f"❌ `{wrong}`" in text_of(shown) and f"answers: `{reply}`" in text_of(shown) and "(−" in text_of(shown)
    assert [step.move for step in world.painting(shown).scene.steps] == [wrong, reply]
    await world.ada.click(shown, label="Try again")
    assert "1 wrong try so far." in text_of(shown)
    await _types(world.ada, shown, puzzle.best)
    assert "✅ Solved!" in text_of(shown) and "puzzle rating" not in text_of(shown)
    table = reply_text(await world.ada.click(shown, label="Table"))
    assert "1. **Ada** 1" in table and "0 of 1 solved" in table and "longest streak 0" in table


async def test_a_move_that_is_picked_is_not_read_as_if_it_was_typed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, puzzle = await _begun(world, world.ada)
    monkeypatch.setattr("bot.screens.exercises.move_typed", None)
    for stage in puzzle.position.stages(puzzle.best):
        if stage in option_ids(shown):
            await world.chooses(world.ada, shown, stage)
    assert "✅ Solved!" in text_of(shown)


async def test_a_player_who_has_tried_them_all_learns_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    few = dict(list(_FURL.items())[:1])

    def left(key: str) -> Mapping[str, Puzzle]:
        return few if key == "furl" else {}

    def none(_key: str) -> Mapping[str, Puzzle]:
        return {}

    monkeypatch.setattr("bot.actions.puzzles.shipped", left)
    shown, puzzle = await _begun(world, world.ada)
    done = answer(await world.ada.slash(world.channel, "puzzle", move=puzzle.best))
    assert "✅ Solved!" in text_of(done)
    assert "You've tried every Furl puzzle." in reply_text(await world.ada.slash(world.channel, "puzzle", game="furl"))
    monkeypatch.setattr("bot.actions.puzzles.shipped", none)
    assert "There are no Furl puzzles yet" in reply_text(await world.ada.click(done, label="Next puzzle"))
    assert "is gone" in reply_text(await world.ada.click(shown, label="Hint"))
