"""A match in words: the pages of the log, and the board as text."""

import pytest
from simcord.results import ResponseMessage

from bot.model.match import Match
from bot.texts.boards import LOG_PAGE
from rules.core import Seat
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer


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


async def test_each_player_reads_the_board_as_text_from_their_own_side(world: World) -> None:
    await world.start_match()
    texts = [
        text_of(answer(await who.click(world.board(), label="Text"))) for who in (world.ada, world.ben, world.cleo)
    ]
    rows = [[line[0] for line in text.split("```")[1].split("\n")[1:-1]] for text in texts]
    assert rows == [[*"gfedcba"], [*"abcdefg"], [*"gfedcba"]]


async def test_a_text_that_is_too_long_for_a_plain_message_is_answered_in_a_component(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_match()

    def long_board(_match: Match, _viewpoint: Seat | None) -> str:
        return "x" * 2001

    monkeypatch.setattr("bot.texts.matches.text_board", long_board)
    shown = answer(await world.cleo.click(world.board(), label="Text"))
    assert shown.content == "" and text_of(shown) == "x" * 2001
