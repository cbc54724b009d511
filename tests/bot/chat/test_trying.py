"""Trying moves on a private board with `/try`: for all seats, stored until the match is over, turned into a plan."""

import random

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.model.analysis import MOST_MOVES
from bot.model.fairness import Fairness
from bot.model.plans.grammar import outline
from bot.store.engine.schema.matches import analyses
from rules.core import CHANCE, Move
from rules.dice import commitment
from tests.bot.rounds import begin_rounds
from tests.bot.screen import alt_texts_of, buttons_of, menus_of, option_ids, text_of
from tests.bot.world import World, answer, reply_text

_LINE = ("b4<a3", "e5<e4", "c1<b1")


async def _board(world: World, who: MemberActor, **options: str | int) -> ResponseMessage:
    """A person's analysis board."""
    return answer(await who.slash(world.channel, "try", **options))


async def _kept(world: World) -> int:
    """The number of stored boards."""
    return len((await world.stored())[analyses.name])


async def test_moves_for_all_sides_are_tried_privately_and_nothing_is_played(world: World) -> None:
    board = await world.start_match()
    before = [text_of(message) for message in world.messages()]
    shown = answer(await world.cleo.click(answer(await world.cleo.click(board, label="More")), label="Try moves"))
    assert "You haven't tried a move yet" in text_of(shown) and "It's **Ada**'s turn." in text_of(shown)
    assert "Only you see this, and nothing is played in the match." in text_of(shown)
    await world.chooses(world.cleo, shown, "b4", "b4<a3")
    assert "**Your line**: `b4<a3`" in text_of(shown) and "It's **Ben**'s turn." in text_of(shown)
    assert "Ada furls" in alt_texts_of(shown)[0] and "Ben's turn" in alt_texts_of(shown)[0]
    await world.chooses(world.cleo, shown, "e5", "e5<e4")
    assert world.painting(shown).position == (await world.match()).position.play(*["b4<a3"]).play(*["e5<e4"])  # type: ignore[arg-type]
    assert [text_of(message) for message in world.messages()] == before
    assert (await world.match()).history.tokens == ()
    assert "plan" not in " ".join(buttons_of(shown)), "Cleo only watches"


async def test_one_goes_back_and_forward_and_into_branches_and_takes_them_out(world: World) -> None:
    await world.start_match()
    shown = await _board(world, world.ada, moves=" ".join(_LINE))
    assert "`b4<a3` `e5<e4` `c1<b1`" in text_of(shown)
    for label, line in (("Back", "`b4<a3` `e5<e4`"), ("Start", ""), ("Forward", "`b4<a3`")):
        await world.ada.click(shown, label=label)
        assert text_of(shown).count("`") == 2 * len(line.split()) and line in text_of(shown)
    await world.chooses(world.ada, shown, "f5", "f5<f4")
    await world.ada.click(shown, label="Back")
    branches = next(custom_id for custom_id in menus_of(shown) if "try_branch" in custom_id)
    assert list(menus_of(shown)[branches]) == ["e5<e4", "f5<f4"]
    await world.ada.select(shown, ["f5<f4"], custom_id=branches)
    assert "`b4<a3` `f5<f4`" in text_of(shown)
    await world.ada.click(shown, label="Take out")
    assert "`f5<f4`" not in text_of(shown) and not any("try_branch" in name for name in menus_of(shown))
    await world.ada.click(shown, label="Forward")
    assert "`b4<a3` `e5<e4`" in text_of(shown)


async def test_a_board_outlives_the_bot_and_its_other_messages_show_what_it_is_now(world: World) -> None:
    await world.start_match()
    old = await _board(world, world.ada, moves="b4<a3")
    new = await _board(world, world.ada)
    await world.restart()
    await world.ada.click(new, label="Back")
    async with world.nothing_changes():
        await world.ada.click(old, label="Back")
        assert "You've changed this board since, in another message or on the page." in text_of(old)
    await world.ada.click(old, label="Forward")
    assert "`b4<a3`" in text_of(old)
    assert "You haven't tried a move yet" in text_of(await _board(world, world.ben)), "everybody has their own"


async def test_it_follows_a_match_that_goes_as_was_tried_begins_anew_otherwise_and_ends_with_it(world: World) -> None:
    await world.start_match()
    shown = await _board(world, world.ada, moves=" ".join(_LINE))
    await world.play("b4<a3")
    await world.ada.click(shown, label="Back")
    assert "The match went just as you tried." in text_of(shown)
    assert "**Your line**: `e5<e4` `c1<b1`" in text_of(shown)
    await world.play("f5<f4")
    again = await _board(world, world.ada)
    assert "The match didn't go the way" in text_of(again) and "You haven't tried a move yet" in text_of(again)
    await world.ada.click(answer(await world.ada.slash(world.channel, "match", do="resign")), label="Resign")
    assert await _kept(world) == 0


async def test_any_step_of_a_match_that_is_over_can_be_tried_from_and_none_of_one_that_runs(world: World) -> None:
    await world.start_match()
    await world.play("b4<a3", "e5<e4")
    async with world.nothing_changes():
        assert "is still being played, so the board starts from where it is now" in reply_text(
            await world.ada.slash(world.channel, "try", match="1", step=1)
        )
    await world.ada.click(answer(await world.ada.slash(world.channel, "match", do="resign")), label="Resign")
    replay = answer(await world.ben.slash(world.channel, "replay", match="1", step=1))
    shown = answer(await world.ben.click(replay, label="Try moves"))
    assert "from step 1 on" in text_of(shown) and "It's **Ben**'s turn." in text_of(shown)
    await world.chooses(world.ben, shown, "f5", "f5<f4")
    assert "from step 1 on" in text_of(await _board(world, world.ben, match="1")) and await _kept(world) == 1
    assert "from step 0 on" in text_of(await _board(world, world.ben, match="1", step=0))
    assert "Make this my plan" not in buttons_of(shown)


async def test_the_only_match_that_runs_is_meant_whatever_is_over(world: World) -> None:
    await world.start_match()
    await world.ada.click(answer(await world.ada.slash(world.channel, "match", do="resign")), label="Resign")
    await world.start_match()
    assert "match #2" in text_of(await _board(world, world.ada))
    assert "Which match do you mean?" in text_of(await _board(world, world.ada, step=0))


async def test_a_line_becomes_a_plan_as_data_after_a_question(world: World) -> None:
    await world.start_match()
    shown = await _board(world, world.ben, moves="b4<a3 e5<e4 c1<b1 f5<f4")
    await world.ben.click(shown, label="Make this my plan")
    assert "after b4<a3: e5<e4\n  after c1<b1: f5<f4" in text_of(shown) and "played at once" not in text_of(shown)
    await world.ben.click(shown, label="Back to the board")
    assert "**Your line**" in text_of(shown)
    await world.ben.click(shown, label="Make this my plan")
    await world.ben.click(shown, label="Make this my plan")
    assert "Planned:" in text_of(shown)
    tree = (await world.match()).plan_of(world.ben.id).tree
    assert outline(tree) == ["after b4<a3: e5<e4", "  after c1<b1: f5<f4"]
    await world.types(world.ada, "b4<a3")
    assert (await world.match()).history.tokens == ("b4<a3", "e5<e4")


async def test_in_ones_own_turn_the_question_says_that_the_first_move_is_played_at_once(world: World) -> None:
    await world.start_match()
    shown = await _board(world, world.ada, moves=" ".join(_LINE[:2]))
    await world.ada.click(shown, label="Make this my plan")
    assert "⚠ It's your turn: `b4<a3` is played at once." in text_of(shown)
    await world.ada.click(shown, label="Make this my plan")
    assert (await world.match()).history.tokens == ("b4<a3",)


async def test_a_line_without_a_move_of_ones_own_is_no_plan(world: World) -> None:
    await world.start_match()
    shown = await _board(world, world.ben, moves="b4<a3")
    async with world.nothing_changes():
        assert "There's no move of yours in this line yet" in reply_text(
            await world.ben.click(shown, label="Make this my plan")
        )


async def test_rolls_are_chosen_or_rolled_openly(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.actions.challenges.Fairness.seal", lambda: Fairness(bytes(32), commitment(bytes(32))))
    await world.ada.slash(world.channel, "play", game="furbowl", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    position, chance, moves = (await world.match()).position, random.Random(1), list[Move]()
    while position.turn is not CHANCE:
        moves.append(chance.choice(position.legal_moves()))
        position = position.play(moves[-1])
    shown = await _board(world, world.ada, moves=" ".join(moves))
    assert "🎲 It's up to chance here" in text_of(shown)
    await world.ada.click(shown, label="Roll")
    assert text_of(shown).count("`") == 2 * len(moves) + 2, "a roll was added"
    await world.ada.click(shown, label="Back")
    outcome = position.legal_moves()[-1]
    for stage in position.stages(outcome):
        if stage in option_ids(shown):
            await world.chooses(world.ada, shown, stage)
    assert f"`{outcome}`" in text_of(shown)


async def test_moves_are_typed_in_a_window_and_one_that_cannot_be_played_is_refused_with_its_rule(world: World) -> None:
    await world.start_match()
    shown = await _board(world, world.ada)
    window = await world.ada.click(shown, label="Type moves")
    async with world.nothing_changes():
        assert "a9" in reply_text(await world.ada.submit_modal(window, {"text": "b4<a3, a9<a8"}))
    window = await world.ada.click(shown, label="Type moves")
    await world.ada.submit_modal(window, {"text": "B4<A3, e5<e4; c1<b1"})
    assert "`b4<a3` `e5<e4` `c1<b1`" in text_of(shown)
    assert "```" in reply_text(await world.ada.click(shown, label="Text"))


async def test_a_board_with_too_many_moves_says_what_to_do_and_a_finished_game_says_so(world: World) -> None:
    await begin_rounds(world)
    half = " ".join(["on"] * (MOST_MOVES // 2))
    await _board(world, world.ada, moves=half)
    await _board(world, world.ada, moves=half)
    async with world.nothing_changes():
        assert "press **Take out**" in reply_text(await world.ada.slash(world.channel, "try", moves="on"))
    shown = await _board(world, world.ben, moves="on end")
    assert "wins: ended the round." in text_of(shown) and menus_of(shown) == {}
