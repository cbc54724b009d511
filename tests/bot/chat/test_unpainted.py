"""Pictures that cannot be painted: texts take their place at once, and our own fault is no outage of Discord."""

import logging
import re
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NoReturn

import pytest
from simcord.actors import MemberActor

from bot.chat.core.outages import PASSING
from tests.bot.chat.test_ladder import ladder, opened, passes
from tests.bot.screen import alt_texts_of, buttons_of, text_of
from tests.bot.world import World, answer

pytestmark = pytest.mark.logs_errors
FAULTS = [
    OSError("raster overflow"),
    TimeoutError("ours"),
    ConnectionResetError(),
    ValueError("no colour"),
    MemoryError(),
]


def _failing(error: BaseException) -> Callable[..., NoReturn]:
    def fail(*_: Any, **__: Any) -> NoReturn:
        raise error

    return fail


def _code_in(text: str, caplog: pytest.LogCaptureFixture) -> str:
    """The code that a message names, once the log has the error under it."""
    found = re.search(r"Code ([0-9A-F]{6})", text)
    assert found is not None, text
    [logged] = [record for record in caplog.records if record.getMessage().startswith(found[1])]
    assert logged.levelno == logging.ERROR and logged.exc_info
    return found[1]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
async def test_a_board_that_cannot_be_painted_is_posted_as_text_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    await world.start_match()
    monkeypatch.setattr("render.picture", _failing(fault))
    await world.play("a4<c4")
    match, board = await world.match(), world.board()
    assert f"```\n{match.position}\n```" in text_of(board) and alt_texts_of(board) == []
    assert buttons_of(board) == ["Move", "Text", "More"] and world.pinged(board) == [world.ben.id]
    assert _code_in(text_of(board), caplog)
    assert (await world.stored())["boards"] == [], "nothing is left to be done later"
    picker = await world.opens_picker(world.ben)
    assert f"{match.position}" in text_of(picker), "moves can be picked without pictures"
    await world.play("e5<e4")
    monkeypatch.undo()
    await world.play("b1<b2")
    *_, first, second, third = world.messages()
    assert alt_texts_of(third) and buttons_of(third) == ["Move", "Text", "More"]
    assert buttons_of(first) == [], "old boards lose their buttons, with or without a picture"
    assert buttons_of(second), "those of the board before lead to the new one"


async def test_a_ladder_whose_picture_cannot_be_painted_is_kept_up_as_text(
    world: World, boss: MemberActor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await opened(world, boss)
    monkeypatch.setattr("render.table", _failing(OSError("raster overflow")))
    cleo = next(person for person in (world.ada, world.ben, world.cleo) if person.name == "Cleo")
    await cleo.click(answer(await world.in_season(cleo, "Leave")), label="Yes, leave")
    await passes(world, 1)
    shown = text_of(ladder(world))
    assert "1. **Ada**" in shown and _code_in(shown, caplog)
    assert "How it works" in buttons_of(ladder(world))


async def test_profiles_and_reviews_do_without_their_pictures(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_match()
    await world.play("b4<a3", "f5<f3", "c1<b1", "e1<g1", "c6<c3", "g3<g4", "a2<b3")
    await world.ben.click(answer(await world.ben.slash(world.channel, "match", do="resign")), label="Resign")
    for picture in ("curve", "card"):
        monkeypatch.setattr(f"render.{picture}", _failing(OSError("raster overflow")))
    profile = text_of(answer(await world.ada.slash(world.channel, "profile")))
    assert "Ratings" in profile and _code_in(profile, caplog)
    review = answer(await world.ada.click(world.board(), label="Review"))
    assert _code_in(text_of(review), caplog) and "Post here" in buttons_of(review)
    await world.ada.click(review, label="Post here")
    assert "Posted" in text_of(review) and alt_texts_of(review) == []
    assert _code_in(text_of(world.board()), caplog)


@pytest.mark.parametrize("fault", [OSError(), FileNotFoundError(), BrokenProcessPool(), EOFError()])
def test_faults_of_files_pictures_and_processes_are_no_outage_of_discord(fault: Exception) -> None:
    assert not isinstance(fault, PASSING)
