"""Records saved from matches, and record files shown as studies, which exist only in their messages."""

import asyncio
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock
from uuid import uuid4

import aiohttp
import pytest
from simcord.results import ResponseMessage

from bot.actions import settings
from bot.actions.replays import BYTES_OF_PLY, Studies, size_of
from bot.model.clock import Terms
from bot.model.history import History
from bot.model.match import State
from bot.model.refusals.replays import ReadingAnother
from bot.model.result import Ending
from bot.records.parsing import LARGEST, read
from bot.records.record import Record, RecordResult, record_of
from bot.records.writing import file_name
from bot.screens import sharing
from tests.bot.chat.replays.test_replay import (
    LAST,
    RECORD,
    data_of,
    opened,
    over,
    place,
    studied,
)
from tests.bot.screen import files_of, text_of
from tests.bot.tables import run
from tests.bot.world import World, answer, reply_text

FILE = 13


def names_of_files(shown: ResponseMessage) -> list[str]:
    """The names of the files that a message shows."""
    return [address.rpartition("/")[2] for address in files_of(shown)]


async def file_in(world: World, shown: ResponseMessage) -> bytes:
    """The content of the only file in a message."""
    [address] = files_of(shown)
    data = world.env.backend.cdn.get(address)
    assert data is not None
    return data


async def study(world: World, data: bytes, name: str = "match.txt", **options: Any) -> ResponseMessage:
    """Have Ada attach a file to `/replay`; returns the private answer."""
    return await opened(world, file=(name, data), **options)


async def refused(world: World, data: bytes, name: str = "match.txt") -> str:
    """Have Ada attach a file that is not a record; returns the refusal."""
    async with world.nothing_changes():
        return reply_text(await world.ada.slash(world.channel, "replay", file=(name, data)))


# --- records of matches ---


async def test_record_hands_out_the_file_of_a_match_that_is_over(world: World) -> None:
    await over(world)
    saved = answer(await world.ada.click(await opened(world), label="Record"))
    record = record_of(await world.match())
    assert names_of_files(saved) == [file_name(record)]
    assert read(await file_in(world, saved)) == record and record.result is not None
    assert "`/replay file:` shows it again" in text_of(saved)


async def test_the_record_of_a_match_with_dice_tells_their_secret_once_it_is_over(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furbowl", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    shown = await opened(world)
    saved = answer(await world.ada.click(shown, label="Record"))
    assert read(await file_in(world, saved)).fairness is None
    await world.ben.click(answer(await world.ben.slash(world.channel, "match", do="resign")), label="Resign")
    saved = answer(await world.ada.click(shown, label="Record"))
    match = await world.match()
    assert match.fairness is not None and read(await file_in(world, saved)).fairness == match.fairness
    assert "match goes on" not in text_of(saved)


async def test_share_hands_out_a_file_that_shows_a_match_that_is_over_in_a_browser(world: World) -> None:
    await over(world)
    async with world.nothing_changes():
        shared = answer(await world.ada.click(await opened(world), label="Share"))
    [name] = names_of_files(shared)
    assert name == file_name(record_of(await world.match())).replace(".txt", ".html")
    page = (await file_in(world, shared)).decode()
    assert page.startswith("<!doctype html>") and len(page.encode()) <= sharing.LARGEST
    assert "seat 1: Ben" in page and str(world.ben.id) not in page
    assert "opens in any browser" in text_of(shared)


# --- studies ---


async def test_a_saved_record_can_be_shown_on_another_server(world: World) -> None:
    await over(world)
    saved = answer(await world.ada.click(await opened(world), label="Record"))
    data = await file_in(world, saved)
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("games")
    there = elsewhere.add_member(world.ada.user)
    shown = answer(await there.slash(channel, "replay", file=("x.txt", data), step=LAST))
    assert "**Ben** resigns. **Ada** (White) wins." in text_of(shown)


async def test_discord_names_the_file_in_its_component_alone_and_that_is_enough(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await study(world, data_of(RECORD))
    press_ = world.press(world.ada, shown, "Forward")
    assert press_.message is not None
    assert press_.message["attachments"] == []
    await world.at_once(press_)
    assert place(shown) == f"1 of {LAST}"


async def test_a_study_is_shown_in_the_colours_of_the_server(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    server = await settings.of_server(world.bot.services.context, world.guild.id)

    async def of_server(_context: object, _server_id: int) -> object:
        return replace(server, theme="paper")

    monkeypatch.setattr(settings, "of_server", of_server)
    assert world.painting(await study(world, data_of(RECORD))).scene.theme == "paper"


def test_the_end_of_a_record_is_described_in_the_words_of_the_rules_alone() -> None:
    said_of_it = RecordResult(Ending.RESIGNED, places=(1, 2), reason="<@1> cheated")
    match = studied(data_of(replace(RECORD, result=said_of_it)))
    assert match.state is State.FINISHED and match.result is not None and match.result.reason == ""
    off = studied(data_of(replace(RECORD, result=RecordResult(Ending.UNPLAYED))))
    assert off.state is State.CALLED_OFF and off.outcome is None


async def test_names_in_a_record_cannot_pose_as_mentions_or_markdown(world: World) -> None:
    shown = await study(world, data_of(replace(RECORD, players=("<@123>", "**@everyone**\n# Ben"))))
    assert "<@" not in text_of(shown) and "\n# " not in text_of(shown)


# --- files that are not records ---


async def test_a_file_that_is_too_large_is_refused_before_it_is_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fetch(_address: str) -> bytes:
        raise AssertionError("it was read")

    monkeypatch.setattr(world.bot.http, "get_from_cdn", fetch)
    reply = await refused(world, bytes(LARGEST + 1))
    assert "too large: a record has 1,000,000 bytes at most, and this one has 1,000,001." in reply


async def test_a_file_that_discord_does_not_hand_out_is_said_to_be_out_of_reach(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for error in (TimeoutError(), ConnectionError(), aiohttp.ClientPayloadError()):
        monkeypatch.setattr(world.bot.http, "get_from_cdn", AsyncMock(side_effect=error))
        assert (await refused(world, data_of(RECORD))).startswith("Discord didn't hand that file over just now.")


async def test_a_study_whose_file_is_gone_says_so_and_stays_where_it_is(world: World) -> None:
    shown = await study(world, data_of(RECORD))
    gone = world.press(world.ada, shown, "Forward")
    assert gone.message is not None
    [file] = [part for part in gone.message["components"][0]["components"] if part["type"] == FILE]
    file["file"]["url"] += ".gone"
    [result] = await world.at_once(gone)
    assert "Discord didn't hand that file over just now." in reply_text(result) and place(shown) == f"0 of {LAST}"


# --- limits ---


def test_a_file_is_read_once_however_often_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[bytes] = []

    def counted(data: bytes) -> Record:
        reads.append(data)
        return read(data)

    monkeypatch.setattr("bot.actions.replays.read", counted)

    async def look() -> None:
        studies = Studies()
        first, second = data_of(RECORD), data_of(replace(RECORD, id=uuid4(), terms=Terms(days=9)))
        for data in (first, second, first, second, first):
            assert (await studies.study(data, "night")).theme == "night"

    run(look())
    assert len(reads) == 2


def test_each_person_has_one_file_read_at_a_time_and_keeps_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [data_of(replace(RECORD, players=(name, "z"))) for name in "abc"]

    async def look() -> None:
        studies = Studies()
        one, other = [asyncio.create_task(studies.study(data, "", person)) for person, data in enumerate(files[:2])]
        await asyncio.sleep(0)
        with pytest.raises(ReadingAnother):
            await studies.study(files[2], "", 0)
        assert await one and await other and await studies.study(files[2], "", 0)

    run(look())


def test_a_file_that_a_person_sends_twice_at_once_is_read_for_both() -> None:
    async def look() -> None:
        studies, data = Studies(), data_of(RECORD)
        first, second = await asyncio.gather(*(studies.study(data, "", 1) for _ in range(2)))
        assert first == second
        assert await studies.study(data_of(replace(RECORD, players=("a", "z"))), "", 1), "and nothing is in the way"

    run(look())


def test_the_cache_of_files_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(data_of(replace(RECORD, players=("a", "z")))) + BYTES_OF_PLY * (LAST + 1)
    monkeypatch.setattr("bot.actions.replays._MOST_BYTES", 3 * size)

    async def look() -> list[str]:
        studies, reads = Studies(), list[str]()

        def counted(data: bytes) -> Record:
            record = read(data)
            reads.append(record.players[0])
            return record

        monkeypatch.setattr("bot.actions.replays.read", counted)
        for name in ("a", "b", "c", "a", "d", "a", "c", "b"):  # d displaces b, the least recently used
            await studies.study(data_of(replace(RECORD, players=(name, "z"))), "")
        return reads

    assert run(look()) == ["a", "b", "c", "d", "b"]


def test_a_file_without_moves_takes_its_bytes_in_the_cache() -> None:
    head = data_of(replace(RECORD, history=History.beginning(RECORD.history.game, 2), result=None))
    large = head + b"\n" * 900_000

    async def look() -> int:
        return size_of(await Studies().study(large, ""))

    assert run(look()) >= len(large)
