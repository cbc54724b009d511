"""The settings of a server on the page, for those who manage it."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from unittest.mock import Mock

import pytest

from bot.actions import settings
from bot.model import servers
from bot.model.refusals import MissingPermissions
from bot.model.refusals.settings import NotTextChannel
from bot.model.servers import Server
from bot.screens.core import Room
from rules.core import Phrase
from tests.bot.stages import ELSEWHERE
from tests.bot.web.test_settings import shown
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Visited, visited, words

GAMES, NEWS, FORUM, SILENT = CHANNEL, CHANNEL + 1, CHANNEL + 2, CHANNEL + 3


@dataclass
class SomeRooms:
    """The channels of the server: two for text, a forum, and one where Furlong may not write."""

    here: int | None = None
    name: str = "The Club"
    language: str = "en"
    removed: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    @property
    def listed(self) -> Sequence[Room]:
        names = {GAMES: "games", NEWS: "news", FORUM: "forum", SILENT: "silent"}
        return [Room(number, name, is_forum=number == FORUM) for number, name in names.items()]

    def is_forum(self, channel_id: int | None) -> bool:
        return channel_id == FORUM

    def check_for_matches(self, channel_id: int, *, opens_threads: bool) -> None:
        if channel_id != FORUM:
            self.check_for_post(channel_id, Phrase("a match"))
        if opens_threads and channel_id == NEWS:
            raise MissingPermissions(NEWS, [Phrase("Create Public Threads")])

    def check_for_post(self, channel_id: int, what: Phrase, *, has_picture: bool = True) -> None:
        if channel_id not in (GAMES, NEWS, SILENT):
            raise NotTextChannel(channel_id)
        if channel_id == SILENT:
            raise MissingPermissions(SILENT, [Phrase("Send Messages")], what)

    async def remove(self, channel_id: int, message_id: int) -> None:
        self.removed.append((channel_id, message_id))


ROOMS = SomeRooms()
MANAGERS = set[int]()
LOOKED = Mock()


@asynccontextmanager
async def with_managers(url: str, **options: Any) -> AsyncGenerator[Visited]:
    """A page that knows who manages the server, and its channels."""

    async def manages(server_id: int, person_id: int) -> bool:
        return server_id == SERVER and person_id in MANAGERS

    async def rooms(server_id: int, _person_id: int) -> SomeRooms:
        assert server_id == SERVER
        return ROOMS

    MANAGERS.clear()
    MANAGERS.add(ADA.id)
    ROOMS.removed.clear()
    LOOKED.reset_mock()
    async with visited(url, manages=manages, rooms=rooms, **options) as site:
        yield site


@pytest.fixture
async def managed(fresh_url: str) -> AsyncGenerator[Visited]:
    """A page at a public address, with managers."""
    async with with_managers(fresh_url, look=LOOKED, public="http://127.0.0.1") as site:
        yield site


async def _settled(site: Visited) -> Server:
    return await settings.of_server(site.matches, SERVER)


async def test_a_manager_changes_everything_that_the_command_changes(managed: Visited) -> None:
    ada = await managed.visit(ADA)
    assert 'href="/settings/server"' in (await ada.get("/settings")).text
    form = shown(await ada.get("/settings/server"))
    answer = await ada.post(
        "/settings/server",
        **{
            **form,
            "in.language": "de",
            "typed.days": "a week",
            "in.channel": f"{GAMES}",
            "in.threads": "on",
            "in.panel": f"{NEWS}",
            "in.puzzles": f"{NEWS}",
            "in.week": f"{GAMES}",
            "in.challenges": "14",
            "in.pages": "on",
            "in.voters": "older",
            "in.theme": "night",
        },
    )
    assert (answer.status, answer.headers["Location"]) == (303, "/settings/server?saved")
    assert await _settled(managed) == Server(
        7,
        GAMES,
        uses_threads=True,
        theme="night",
        panel_channel_id=NEWS,
        puzzle_channel_id=NEWS,
        review_channel_id=GAMES,
        challenge_days=14,
        has_public_pages=True,
        language="de",
        lets_new_accounts_vote=False,
        shows_solitary=True,
    )
    assert LOOKED.called, "the panel is posted at once"
    again = await ada.get("/settings/server?saved")
    assert "Saved." in words(again) and "#news" in words(again)
    back = {**shown(again), "in.channel": "none", "in.panel": "none", "in.days": "no limit"}
    await ada.post("/settings/server", **back)
    settled = await _settled(managed)
    assert (settled.days, settled.channel_id, settled.panel_channel_id) == (None, None, None)


async def test_what_the_form_changes_has_no_second_button_beside_it(managed: Visited) -> None:
    page = (await (await managed.visit(ADA)).get("/settings/server")).text
    assert page.count("A thread for every match") == 0 and "In a thread for every match" in page
    assert page.count("Anyone may watch") == 0 and "Anyone with the link" in page


async def test_a_panel_that_moves_leaves_nothing_behind(managed: Visited) -> None:
    ada = await managed.visit(ADA)
    await settings.settle(managed.matches, SERVER, lambda known: replace(known, panel_channel_id=GAMES))
    await settings.settle(managed.matches, SERVER, lambda known: replace(known, panel_message_id=5))
    form = shown(await ada.get("/settings/server"))
    await ada.post("/settings/server", **{**form, "in.panel": f"{NEWS}"})
    assert ROOMS.removed == [(GAMES, 5)] and (await _settled(managed)).panel_message_id is None


async def test_a_forum_can_be_the_channel_of_matches_alone(managed: Visited) -> None:
    ada = await managed.visit(ADA)
    page = await ada.get("/settings/server")
    assert page.text.count(">#forum</option>") == 1 and page.text.count(">#news</option>") == 4
    await ada.post("/settings/server", **{**shown(page), "in.channel": f"{FORUM}"})
    in_forum = await ada.get("/settings/server")
    assert "in a post for every match" in words(in_forum) and "in.threads" not in shown(in_forum)
    assert (await _settled(managed)).channel_id == FORUM
    refused = await ada.post("/settings/server", **{**shown(in_forum), "in.panel": f"{FORUM}"})
    assert refused.status == 409 and "isn't a text channel" in words(refused)


async def test_channels_where_furlong_may_not_do_that_are_refused_and_nothing_else_is_kept(managed: Visited) -> None:
    ada = await managed.visit(ADA)
    form = shown(await ada.get("/settings/server"))
    for changed, told in (
        ({"in.channel": f"{SILENT}"}, "Send Messages"),
        ({"in.panel": f"{SILENT}"}, "what the panel needs"),
        ({"in.week": f"{SILENT}"}, "what the week in review needs"),
        ({"in.channel": f"{NEWS}", "in.threads": "on"}, "Create Public Threads"),
        ({"in.puzzles": "77"}, "isn't a text channel"),
        ({"typed.days": "soon"}, "“soon” doesn't work here"),
        ({"in.theme": "sepia"}, "isn't one of the choices"),
        ({"in.lobby": "everybody"}, "isn't one of the choices"),
    ):
        refused = await ada.post("/settings/server", **{**form, **changed, "in.voters": "older"})
        assert refused.status == 409 and told in words(refused), changed
        assert shown(refused)["in.voters"] == "older"
    assert await _settled(managed) == servers.USUAL


async def test_only_those_who_manage_the_server_where_they_ask_see_and_change_its_settings(managed: Visited) -> None:
    ada, ben = await managed.visit(ADA), await managed.visit(BEN)
    form = shown(await ada.get("/settings/server"))
    managed.members.add((ELSEWHERE, ADA.id))
    elsewhere, alone = await managed.visit(ADA, ELSEWHERE), await managed.visit(ADA, None)
    for browser in (ben, elsewhere, alone):
        assert "/settings/server" not in (await browser.get("/settings")).text
        hidden = await browser.get("/settings/server")
        assert hidden.status == 409 and "Time for a move" not in words(hidden)
        for deed, sent in (
            ("server_set", {"in.days": "1 day"}),
            ("server", {"detail": "days", "value": "1 day"}),
            ("server", {"detail": "threads/on"}),
        ):
            for path in ("/settings/server", "/settings", "/vacation"):
                answer = await browser.post(path, csrf=await browser.csrf(), deed=deed, **sent)
                assert answer.status == 409, (deed, path, words(answer))
    MANAGERS.discard(ADA.id)
    assert (await ada.post("/settings/server", **{**form, "in.voters": "older"})).status == 409
    MANAGERS.add(ADA.id)
    managed.members.discard((SERVER, ADA.id))
    assert (await ada.post("/settings/server", **{**form, "in.voters": "older"})).status == 409
    assert await _settled(managed) == servers.USUAL


async def test_a_page_that_knows_no_managers_lets_nobody_in(site: Visited) -> None:
    cleo = await site.visit(CLEO)
    assert (await cleo.get("/settings/server")).status == 409
    assert (await cleo.post("/settings/server", csrf=await cleo.csrf(), deed="server_set")).status == 409
