"""A match in words: the pages of the log, and the board as text."""

import pytest
from simcord.results import ResponseMessage

from bot.model.match import Match
from bot.texts.boards import LOG_PAGE
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text


async def _furbowl(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furbowl", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")


async def _log(world: World, label: str = "Log") -> ResponseMessage:
    """The log as Ada opens it from the board."""
    more = answer(await world.ada.click(world.board(), label="More"))
    return answer(await world.ada.click(more, label=label))


async def _long(world: World, least: int) -> None:
    """Play on until the record has this many entries."""
    while (match := await world.match()).ply < least:
        assert match.to_move is not None
        who = world.ada if match.to_move.id == world.ada.id else world.ben
        await world.matches.play(world.actor(who), 1, match.position.legal_moves()[0])
    await world.deliver(1)


def _numbers(page: ResponseMessage) -> list[int]:
    """The numbers at the beginnings of lines."""
    beginnings = (line.split(".")[0] for line in text_of(page).splitlines())
    return [int(number) for number in beginnings if number.isdecimal()]


async def test_the_log_of_a_new_match_tells_what_was_rolled(world: World) -> None:
    await _furbowl(world)
    log = await _log(world)
    lines = text_of(log).splitlines()
    assert lines[0] == "**Furbowl · match #1**" and lines[-1] == "-# Page 1 of 1"
    assert lines[1].startswith("1. 🎲 the teams line up in the ") and lines[2].startswith("2. 🎲 the ball is placed")
    assert buttons_of(log) == []


async def test_a_match_without_moves_or_rolls_has_an_empty_log(world: World) -> None:
    await world.start_match()
    assert "Nothing has been played yet." in text_of(await _log(world))


async def test_the_pages_hold_every_entry_once_and_begin_with_the_latest(world: World) -> None:
    await _furbowl(world)
    await _long(world, 2 * LOG_PAGE + 3)
    match = await world.match()
    log = await _log(world)
    pages = -(-match.ply // LOG_PAGE)
    seen = [_numbers(log)]
    assert len(seen[0]) == LOG_PAGE, "the latest page is a full one"
    assert f"Page {pages} of {pages}" in text_of(log) and buttons_of(log) == ["Earlier"]
    while "Earlier" in buttons_of(log):
        await world.ada.click(log, label="Earlier")
        seen.append(_numbers(log))
    assert [number for page in reversed(seen) for number in page] == [*range(1, match.ply + 1)]
    assert buttons_of(log) == ["Later"] and f"Page 1 of {pages}" in text_of(log)
    await world.ada.click(log, label="Later")
    assert _numbers(log) == seen[-2]


async def test_every_entry_of_the_log_has_words(world: World) -> None:
    await _furbowl(world)
    await _long(world, LOG_PAGE + 1)
    log, match = text_of(await _log(world)), await world.match()
    for step in match.history.steps[-LOG_PAGE:]:
        words = step.before.describe(step.move)
        assert (f"{words}: `{step.move}`" if isinstance(step.before.turn, int) else f"🎲 {words}") in log


async def test_an_open_log_keeps_working_after_moves_and_a_restart(world: World) -> None:
    await _furbowl(world)
    await _long(world, LOG_PAGE + 5)
    log = await _log(world)
    await world.restart()
    await _long(world, 2 * LOG_PAGE + 1)
    await world.ada.click(log, label="Earlier")
    assert "Page 2 of 3" in text_of(log) and buttons_of(log) == ["Earlier", "Later"]


async def test_the_log_tells_who_left_and_names_them_as_they_were_before(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", people=[world.ben, world.cleo], also=["first"])
    challenge = world.board()
    await world.ben.click(challenge, label="Accept")
    await world.cleo.click(challenge, label="Accept")
    while not any(move == "a1" for move in (await world.match()).history.tokens):
        await world.play("a1")
    mover = (await world.match()).history.steps[-1].before.turn
    who = [world.ada, world.ben, world.cleo][mover if isinstance(mover, int) else 0]
    await world.matches.resign(world.actor(who), 1)
    await world.deliver(1)
    lines = text_of(await _log(world)).splitlines()
    side = (await world.match()).position.side(mover) if isinstance(mover, int) else ""
    assert lines[-4] == f"9. **{who.name}** ({side}) places a unit in a1: `a1`"
    assert lines[-3] == f"10. **{who.name}** ({side}) leaves; the others play on."


async def test_everybody_may_read_the_log_also_of_a_finished_match(world: World) -> None:
    await world.start_match()
    await world.play("a4<c4")
    await world.matches.resign(world.actor(world.ben), 1)
    await world.deliver(1)
    reply = reply_text(await world.cleo.click(world.board(), label="Log"))
    assert "1. **Ada** (White) furls 3 discs from a4 to c4: `a4<c4`" in reply


@pytest.mark.parametrize("key", ["furl", "farlander"])
async def test_a_board_as_text_is_the_same_by_the_command_and_by_the_button(world: World, key: str) -> None:
    await world.ada.slash(world.channel, "play", game=key, opponent=world.ben)
    await world.ben.click(world.board(), label="Accept")
    match = await world.match()
    assert match.to_move is not None
    who = world.ada if match.to_move.id == world.ada.id else world.ben
    await world.matches.play(world.actor(who), 1, match.position.legal_moves()[0])
    await world.deliver(1)
    position = (await world.match()).position
    typed = reply_text(await world.cleo.slash(world.channel, "board", match="1", as_text=True))
    pressed = reply_text(await world.cleo.click(world.board(), label="Text"))
    assert typed == pressed and f"```\n{position}\n```" in typed and "'s turn." in typed


async def test_a_text_that_is_too_long_for_a_plain_message_is_answered_in_a_component(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_match()

    def long_board(_match: Match) -> str:
        return "x" * 2001

    monkeypatch.setattr("bot.texts.matches.text_board", long_board)
    shown = answer(await world.cleo.click(world.board(), label="Text"))
    assert shown.content == "" and text_of(shown) == "x" * 2001


async def test_moves_in_the_log_are_written_in_the_words_of_its_reader(world: World) -> None:
    await _furbowl(world)
    while "`rabbit-" not in text_of(await _log(world)):
        await _long(world, (await world.match()).ply + 1)
    await world.ada.slash(world.channel, "settings", language="de")
    shown = text_of(await _log(world, "Verlauf"))
    assert "`Hase-" in shown and "`rabbit-" not in shown
