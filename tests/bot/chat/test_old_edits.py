"""Messages older than an hour, which Discord lets a bot edit only rarely: nobody waits for that."""

import sqlite3
from collections.abc import Generator
from contextlib import closing
from contextvars import copy_context
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
from discord import Message
from discord.utils import time_snowflake
from simcord.results import to_discord_message
from sqlalchemy import Table

from bot.actions import jobs
from bot.chat import client
from bot.chat.core.outages import PutOff
from bot.chat.core.rate_limits import OldEdits, come_last
from bot.chat.delivery.loop import BOARDS
from bot.model.jobs import Kind
from bot.store.engine.schema.jobs import jobs as queue
from bot.store.engine.schema.matches import matches, participants
from studio.playground import strict
from tests.bot.chat.delivery.test_panel import hang, text
from tests.bot.queue import stored_jobs
from tests.bot.screen import option_ids, text_of
from tests.bot.tables import StandingClock, all_games
from tests.bot.thinking import AtOnce
from tests.bot.world import World, reply_text, url_of

HOUR: Final = 3600.0
MANY: Final = 600  # more than the loop of boards has in memory at a time
CHANNEL: Final = 7


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot that checks its due work less often, so that hours pass quickly."""
    pace = client.Pace(shows=timedelta(minutes=1), tends=timedelta(minutes=20))
    return client.Furlong(client.Options(url_of(fresh_file), pace, games=all_games(), thinkers=AtOnce()))


@pytest.fixture(autouse=True)
def _strict_discord() -> Generator[None]:
    with strict.enforced():
        yield


class Paced:
    """Old messages of one channel, and the pace of their edits."""

    def __init__(self) -> None:
        self.clock = StandingClock()
        self.machine = StandingClock()
        self.pace = OldEdits(self.machine, steady=self.clock)
        self.sent: list[datetime] = []

    def asked(self, message_id: int) -> timedelta:
        """How long an edit for which a person waits is put off."""
        return self._edit(message_id)

    def unasked(self, message_id: int) -> timedelta:
        """The same for an edit that nobody waits for."""

        def edit() -> timedelta:
            come_last()
            return self._edit(message_id)

        return copy_context().run(edit)

    def _edit(self, message_id: int) -> timedelta:
        try:
            self.pace.admit(CHANNEL, message_id)
        except PutOff as put_off:
            return put_off.wait
        self.sent.append(self.clock())
        return timedelta()


def test_only_messages_older_than_an_hour_are_paced() -> None:
    paced = Paced()
    ago = {age: time_snowflake(paced.machine() - age) for age in (timedelta(minutes=59), timedelta(hours=1))}
    assert [paced.pace.is_old(message_id) for message_id in ago.values()] == [False, True]


def test_a_thousand_edits_that_nobody_waits_for_take_turns_within_the_limit() -> None:
    paced = Paced()
    due = {number: paced.clock() for number in range(1000)}
    tries = 0
    while due:
        paced.clock.at = min(due.values())
        for number in [number for number, at in due.items() if at <= paced.clock()]:
            tries += 1
            wait = paced.unasked(number)
            if wait:
                due[number] = paced.clock() + wait
            else:
                del due[number]
    assert tries < 2.1 * 1000, "each is put off once, to its turn"
    assert all(b - a >= strict.OLD_EDITS_PERIOD for a, b in zip(paced.sent, paced.sent[2:], strict=False))
    assert paced.sent[-1] - paced.sent[0] < timedelta(hours=1)


def test_an_edit_for_which_a_person_waits_comes_before_a_thousand_others() -> None:
    paced = Paced()
    for number in range(1000):
        paced.unasked(number)
    assert not paced.asked(5000)


def test_more_edits_than_discord_permits_are_put_off_even_if_people_wait() -> None:
    paced = Paced()
    assert [paced.asked(number) for number in range(4)] == [timedelta()] * 3 + [strict.OLD_EDITS_PERIOD]
    paced.clock.at += strict.OLD_EDITS_PERIOD
    assert not paced.asked(3)


def test_the_pace_is_kept_while_the_machine_s_clock_is_set() -> None:
    paced = Paced()
    assert [paced.asked(number) for number in range(3)] == [timedelta()] * 3
    paced.machine.go_on(hours=1)
    assert paced.asked(3) == strict.OLD_EDITS_PERIOD
    paced.machine.go_on(hours=-2)
    paced.clock.at += strict.OLD_EDITS_PERIOD
    assert not paced.asked(3)


def test_a_channel_in_which_discord_refuses_is_left_alone_for_a_while() -> None:
    paced = Paced()
    wait = paced.pace.refused(CHANNEL).wait
    assert paced.asked(1) == wait > timedelta(seconds=10)
    paced.clock.at += wait
    assert not paced.asked(1)


async def _old_boards(world: World) -> None:
    """`MANY` running matches, Ada to move, whose boards were posted in the channel more than an hour ago and are due.

    All are copies of one, because to play so many would take minutes.
    """
    await world.start_match()
    [board] = world.messages()[-1:]
    await world.env.advance_time(HOUR + 60)
    await jobs.show_again(world.bot.services.context, await world.match(), timedelta())
    shown = world.env.backend.messages[world.channel.id]
    for number in range(1, MANY):
        shown[board.id + number] = replace(shown[board.id], id=board.id + number)
    with closing(sqlite3.connect(world.database)) as connection:
        for table in (matches, participants, queue):
            connection.execute(_copied(table))
        connection.commit()


def _copied(table: Table) -> str:
    """The statement that copies the rows of the first match to all others."""
    values = {
        column.name: "n" if column.name == "match_id" or column is matches.c.id else column.name
        for column in table.columns
        if column is not queue.c.id
    }
    if table is matches:
        values["message_id"] = "message_id + n - 1"
    number = "id" if table is matches else "match_id"
    return (
        f"WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < {MANY}) "
        f"INSERT INTO {table.name} ({', '.join(values)}) SELECT {', '.join(values.values())} "
        f"FROM {table.name} JOIN numbers WHERE {number} = 1"
    )


async def test_nobody_waits_for_the_edit_of_an_old_board_behind_hundreds_of_others(world: World) -> None:
    await _old_boards(world)
    world.bot.delivery.look(Kind.BOARD)
    before = world.env.now()
    for number in (MANY, MANY // 2, 1):
        answer = await world.types(world.ada, "a4<c4", match=f"{number}")
        assert "a4<c4" in answer and "it's your turn" in text_of(world.board()), "the new board was there at once"
        assert (await world.match(number)).place.message_id == world.board().id
    for number in range(2, 8):  # more than Discord lets the bot edit at once
        await world.ada.slash(world.channel, "match", match=f"{number}", do="time")
        message_id = (await world.match(number)).place.message_id
        assert message_id is not None
        shown = to_discord_message(world.env, world.env.backend.get_message(world.channel.id, message_id))
        assert "asks for another day" in text_of(shown)
    assert world.env.now() - before < timedelta(seconds=1)
    path, rounds = f"/channels/{world.channel.id}/messages", 20
    edits = len(world.sent("PATCH", path))
    for _ in range(rounds):
        await world.bot.delivery.deliver_due(BOARDS)
        await world.env.advance_time(strict.OLD_EDITS_PERIOD.total_seconds())
    assert rounds <= len(world.sent("PATCH", path)) - edits <= 2 * rounds + strict.OLD_EDITS
    waiting = await stored_jobs(world.bot.services.context.database, Kind.BOARD)
    assert not any(job.attempts for job in waiting), "Discord has refused nothing"


_MESSAGES: Final = "/channels/*/messages"


async def _alone(world: World) -> Message:
    """The board of a match alone with a character, more than an hour old, with the person to move."""
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first")
    await world.env.advance_time(HOUR + 60)
    return world.board()


async def test_an_old_board_of_a_match_alone_with_a_character_is_edited_while_discord_permits(world: World) -> None:
    board = await _alone(world)
    await world.types(world.ada, "a4<c4")
    await world.env.settle()
    assert [message.id for message in world.messages()] == [board.id] and (await world.match()).ply == 2


@pytest.mark.parametrize("refusal", [(429, 30046), (403, 50005)])
async def test_a_board_that_discord_does_not_let_the_bot_edit_is_posted_anew_at_once(
    world: World, refusal: tuple[int, int]
) -> None:
    board = await _alone(world)
    world.env.inject_error("PATCH", f"{_MESSAGES}/{board.id}", status=refusal[0], code=refusal[1], times=None)
    before = world.env.now()
    await world.types(world.ada, "a4<c4")
    await world.env.settle()
    assert world.env.now() - before < timedelta(seconds=1)
    [message] = world.messages()
    match = await world.match()
    assert message.id != board.id and match.place.message_id == message.id and match.ply == 2
    assert "it's your turn" in text_of(message)


async def test_a_press_on_a_board_that_could_not_be_renewed_shows_it_and_does_not_lead_back_to_it(
    world: World,
) -> None:
    board = await _alone(world)
    world.env.inject_error("PATCH", f"{_MESSAGES}/*", status=429, code=30046, times=None)
    world.env.inject_error("POST", _MESSAGES, status=500, times=None)
    await world.types(world.ada, "a4<c4")
    await world.env.settle()
    assert (await world.match()).place.message_id == board.id, "nothing newer could be sent"
    world.env.backend.faults.clear()
    reply = reply_text(await world.ada.click(board, custom_id=option_ids(board)["c1"]))
    match = await world.match()
    assert "This board is out of date" in reply and f"/{board.id})" not in reply
    assert "it's your turn" in text_of(world.board()) and f"`{match.history.tokens[-1]}`" in text_of(world.board())


async def test_a_panel_that_is_old_is_renewed_when_discord_permits(world: World) -> None:
    panel = await hang(world)
    await world.env.advance_time(HOUR + 60)
    world.env.inject_error("PATCH", f"/channels/{panel.id}/messages/*", status=429, code=30046, times=1)
    await world.start_match()
    await world.env.advance_time(300)
    assert "match #1" in text(world, panel)
