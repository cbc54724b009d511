"""Lessons with `/learn`: moves picked or typed, praise or help, stored progress, and a gentle match at the end."""

import pytest

from bot.model.characters import character_of
from bot.records.lessons import Lesson, lessons_of
from bot.store.engine.schema.learning import lessons
from rules import FAMILIES, GAMES
from rules.record import steps_from
from tests.bot.screen import text_of
from tests.bot.world import World, answer

_ALL = [pytest.param(lesson, id=f"{game.key}: {lesson.title}") for game in FAMILIES for lesson in lessons_of(game)]
_FURL = lessons_of(GAMES["furl"])


@pytest.mark.parametrize("lesson", _ALL)
def test_the_move_that_is_asked_for_is_legal_and_the_only_one_that_does_what_is_asked(lesson: Lesson) -> None:
    assert [move for move in lesson.position.legal_moves() if lesson.is_met_by(move)] == [lesson.move]
    steps = list(steps_from(lesson.position, lesson.solution))
    assert steps[0].move == lesson.move, "and what follows can be played"


def test_every_game_has_six_to_eight_lessons_with_words_that_fit() -> None:
    for game in FAMILIES:
        found = lessons_of(game)
        assert 6 <= len(found) <= 8, game.key
        assert len({lesson.title for lesson in found}) == len(found)
        for lesson in found:
            assert all(10 < len(text) < 500 for text in (lesson.task, lesson.praise, lesson.help)), lesson.title


async def _done(world: World) -> list[str]:
    """The stored lessons that were done."""
    return [str(row[2]) for row in (await world.stored())[lessons.name]]


async def test_lessons_resume_where_a_person_was_and_can_be_finished_by_typing(world: World) -> None:
    shown = answer(await world.ada.slash(world.channel, "learn", game="furl"))
    for number, lesson in enumerate(_FURL):
        if number == 3:
            await world.restart()
        shown = answer(await world.ada.slash(world.channel, "learn", game="furl", move=lesson.move))
        assert f"lesson {number + 1} of 7" in text_of(shown) and lesson.praise in text_of(shown)
    await world.ada.click(shown, label="Finish")
    assert "you've done them all" in text_of(shown) and "Mole is the gentlest" in text_of(shown)
    assert await _done(world) == [str([*range(len(_FURL))])]
    await world.ada.click(shown, label="Play Mole")
    match = await world.match()
    assert match.game.key == "furl" and match.players[0].id == world.ada.id
    mole = character_of(match.players[1])
    assert mole is not None and mole.key == "mole" and match.to_move == match.players[0]
    again = answer(await world.ada.slash(world.channel, "learn", game="furl"))
    assert "you've done them all" in text_of(again)


async def test_a_skipped_lesson_comes_again_and_a_lesson_can_be_done_twice(world: World) -> None:
    shown = answer(await world.ada.slash(world.channel, "learn", game="playwin"))
    for _ in range(6):
        await world.ada.click(shown, label="Skip")
    assert "6 lessons are left" in text_of(shown)
    await world.ada.click(shown, label="First lesson")
    for _ in range(2):
        window = await world.ada.click(shown, label="Type a move")
        await world.ada.submit_modal(window, {"text": "d8-g6"})
        assert "✅" in text_of(shown)
        await world.ada.click(shown, label="Again")
    assert "done before" in text_of(shown) and await _done(world) == ["[0]"]
    await world.ada.click(shown, label="Skip")
    await world.ada.click(shown, label="Back")
    assert "lesson 1 of 6" in text_of(shown)


async def test_the_only_move_of_a_lesson_still_has_to_be_played(world: World) -> None:
    shown = answer(await world.ada.slash(world.channel, "learn", game="playwin"))
    for _ in range(4):
        await world.ada.click(shown, label="Skip")
    await world.ada.click(shown, label="Play e8xe7-f6")
    assert "Two pieces instead of one." in text_of(shown)


async def test_buttons_of_removed_lessons_lead_to_an_existing_one(world: World) -> None:
    shown = answer(await world.ada.slash(world.channel, "help"))
    for custom_id, expected in (
        ("furlong:learn_go:0:0:furl/99/", "that was the last one"),
        ("furlong:learn_go:0:0:chess/1/", "chess"),
    ):
        [result] = await world.at_once(world.forged(world.ada, shown, custom_id))
        assert expected in text_of(result.followups[0] if result.followups else answer(result))
