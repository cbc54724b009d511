"""However much the bot logs, it never logs what people have planned, noted, tried or typed."""

import logging
import sqlite3
from contextlib import closing

import pytest

from tests.bot.screen import text_of
from tests.bot.world import World, answer, reply_text

_CALLBACK = "/interactions/*/callback"
_PLANNED, _TRIED = ("g1<e1", "b4<a3", "c1<b1"), ("a4<c4", "f5<f3")


@pytest.fixture(autouse=True)
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Everything that the bot logs, and the library of the database if it is set to log statements."""
    caplog.set_level(logging.DEBUG, "bot")
    caplog.set_level(logging.INFO, "sqlalchemy")
    return caplog


def _tells(log: pytest.LogCaptureFixture, *words: str) -> list[str]:
    """The lines of the log, with their tracebacks, that contain one of the words."""
    lines = [logging.Formatter().format(record) for record in log.records]
    assert lines, "something is logged"
    return [line for line in lines if any(word in line for word in words)]


async def test_no_plan_is_logged_kept_refused_or_lost(world: World, log: pytest.LogCaptureFixture) -> None:
    await world.start_match()
    assert "Only you see this" in reply_text(await world.ben.slash(world.channel, "plan", moves=" ".join(_PLANNED[:1])))
    refused = await world.ben.slash(world.channel, "plan", moves="heliotrope")
    assert "heliotrope" in reply_text(refused)
    world.env.inject_error("POST", _CALLBACK)
    await world.ben.slash(world.channel, "plan", moves="marigold")
    world.env.inject_error("POST", "/webhooks/*")
    await world.ben.slash(world.channel, "plan", moves=" ".join(_PLANNED))
    assert not _tells(log, "heliotrope", "marigold", *_PLANNED)


async def test_no_move_that_is_tried_or_mistyped_is_logged(world: World, log: pytest.LogCaptureFixture) -> None:
    board = await world.start_match()
    shown = answer(await world.ben.click(answer(await world.ben.click(board, label="More")), label="Try moves"))
    for move in _TRIED:
        await world.chooses(world.ben, shown, move[:2])
        world.env.inject_error("POST", _CALLBACK)
        await world.chooses(world.ben, shown, move)  # which fails
        await world.chooses(world.ben, shown, move)
    assert all(move in text_of(shown) for move in _TRIED)
    await world.types(world.ben, "heliotrope")
    await world.types(world.ada, "marigold")
    assert not _tells(log, "heliotrope", "marigold", *_TRIED)


@pytest.mark.logs_errors
async def test_no_note_is_logged_even_where_the_database_fails(world: World, log: pytest.LogCaptureFixture) -> None:
    board = await world.start_match()
    shown = answer(await world.ada.click(answer(await world.ada.click(board, label="More")), label="Note"))
    await world.ada.submit_modal(await world.ada.click(shown, label="Write"), {"text": "heliotrope"})
    window = await world.ada.click(shown, label="Write")
    with closing(sqlite3.connect(world.database)) as connection:
        connection.execute("ALTER TABLE notes RENAME TO gone")
        connection.commit()
    await world.ada.submit_modal(window, {"text": "marigold"})
    await world.ada.slash(world.channel, "block", person=world.ben)
    assert _tells(log, "no such table"), "the failure is logged"
    assert not _tells(log, "heliotrope", "marigold", "Ada", "Ben")
