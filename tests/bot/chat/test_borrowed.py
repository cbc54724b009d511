"""Furlong as an app that people have added to their accounts: in group chats, and on servers that have not invited it.

SimCord knows neither, so the tests make Discord's events as Discord describes them.
"""

from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType
from simcord.interactions import base_payload
from simcord.results import InteractionResult

from bot.chat import features
from bot.model.match import State
from tests.bot.screen import Shown, button_id, buttons_of, text_of
from tests.bot.world import World
from tests.processes import payloads

_GROUP, _FOREIGN = 2, 79_000_000_000_000_001
_ALL = str((1 << 52) - 1)
_NO_EXTERNAL_APPS = str(((1 << 52) - 1) & ~(1 << 50))


class Borrowed:
    """A group chat or, with `server_id`, a channel of a server without Furlong; `permissions` are the people's."""

    def __init__(self, world: World, server_id: int | None = None, permissions: str = _ALL) -> None:
        self._world = world
        self._server_id = server_id
        self._permissions = permissions
        self.channel: ChannelHandle = world.env.create_guild("Stands in").create_text_channel("chat")

    def emit(self, who: MemberActor, kind: InteractionType, data: dict[str, Any], shown: Shown | None = None) -> Any:
        """Send the bot an interaction of a person here, without waiting for the answer."""
        backend = self._world.env.backend
        record, payload = base_payload(
            backend, type=kind, channel_id=self.channel.id, guild_id=None, user_id=who.id, data=data
        )
        payload["context"], payload["channel"] = _GROUP, {"id": str(self.channel.id), "type": 3, "recipients": []}
        payload["authorizing_integration_owners"] = {"1": str(self._world.ada.id)}
        if self._server_id is not None:
            user = payload.pop("user")
            member: dict[str, Any] = {
                "user": user,
                "roles": [],
                "joined_at": payloads.A_DATE,
                "flags": 0,
                "deaf": False,
            }
            payload["member"] = {**member, "mute": False, "permissions": self._permissions}
            payload["guild_id"], payload["context"] = str(self._server_id), 0
            payload["channel"] = payloads.channel(self.channel.id, self._server_id)
        if shown is not None:
            stored = backend.get_message(self.channel.id, shown.id)
            payload["message"] = dict[str, Any](serializers.message_payload(backend, stored))
            record.source_message_id = shown.id
        backend.emit("INTERACTION_CREATE", payload)
        return record

    async def types(self, who: MemberActor, name: str, **options: str) -> InteractionResult:
        command = self._world.env.backend.find_command(name, None)
        assert command is not None
        filled = [{"name": option, "type": 3, "value": value} for option, value in options.items()]
        data = {"id": command["id"], "name": name, "type": 1, "options": filled}
        record = self.emit(who, InteractionType.APPLICATION_COMMAND, data)
        await self._world.env.settle()
        return InteractionResult(self._world.env, record)

    async def press(self, label: str, shown: Shown, *people: MemberActor) -> list[str]:
        """Press a button as several people at once; returns the private answer to each."""
        custom_id = button_id(shown, label)
        data = {"custom_id": custom_id, "component_type": 2}
        records = [self.emit(who, InteractionType.MESSAGE_COMPONENT, data, shown) for who in people]
        await self._world.env.settle()
        results = [InteractionResult(self._world.env, record) for record in records]
        return ["".join(text_of(one) for one in result.followups if one.ephemeral) for result in results]

    def posted(self) -> Shown:
        """The newest public message there."""
        return self._world.messages(self.channel)[-1]


def told(result: InteractionResult) -> str:
    """The private answers to a person."""
    messages = [*result.followups, *([result.response] if result.response is not None else [])]
    return "\n".join(text_of(one) for one in messages if one.ephemeral)


@pytest.mark.parametrize("server_id", [None, _FOREIGN])
async def test_an_open_challenge_is_posted_by_the_answer_and_each_who_joins_gets_a_direct_match(
    world: World, server_id: int | None
) -> None:
    place = Borrowed(world, server_id)
    reply = told(await place.types(world.ada, "play", game="furl", side="first"))
    assert "Anybody here can join" in reply and "boards and reminders come in direct messages" in reply
    challenge = place.posted()
    assert "You play it in direct messages" in text_of(challenge) and "Join" in buttons_of(challenge)
    [answered] = await place.press("Join", challenge, world.ben)
    assert "You're in" in answered and f"{world.ben.user.dm_channel.id}" in answered
    match = await world.match()
    assert match.state is State.RUNNING and not buttons_of(place.posted())
    for who in (world.ada, world.ben):
        assert "no move yet" in text_of(world.messages(who.user.dm_channel)[-1])


async def test_a_challenge_that_ends_elsewhere_loses_its_buttons_while_discord_lets_it_be_edited(world: World) -> None:
    place = Borrowed(world)
    for minutes, is_edited in ((5, True), (20, False)):
        await place.types(world.ada, "play", game="furl")
        await world.env.advance_time(60 * minutes)
        await world.ada.user.click(world.messages(world.ada.user.dm_channel)[-1], label="Withdraw")
        assert ("Join" not in buttons_of(place.posted())) is is_edited
        assert ("withdrew" in text_of(place.posted())) is is_edited


async def test_two_people_who_press_at_once_both_get_an_answer_and_one_match_begins(world: World) -> None:
    place = Borrowed(world)
    await place.types(world.ada, "play", game="furl")
    answers = await place.press("Join", place.posted(), world.ben, world.cleo)
    assert sorted("You're in" in one for one in answers) == [False, True]
    assert sum("All seats are taken" in one for one in answers) == 1
    assert (await world.match()).state is State.RUNNING and not buttons_of(place.posted())


async def test_a_player_who_cannot_be_messaged_learns_so_where_they_press_and_the_challenge_stays(world: World) -> None:
    place = Borrowed(world)
    await place.types(world.ada, "play", game="furl")
    path = f"/channels/{world.ben.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50278, message="No mutual guilds")
    [answered] = await place.press("Join", place.posted(), world.ben)
    assert "won't let Furlong send you direct messages" in answered
    assert (await world.match()).state is State.OPEN and "Join" in buttons_of(place.posted())
    await place.press("Join", place.posted(), world.ben)
    assert (await world.match()).state is State.RUNNING


async def test_the_window_of_play_offers_no_votes_where_furlong_is_borrowed(world: World) -> None:
    window = str((await Borrowed(world).types(world.ada, "play")).modal)
    assert (
        "open challenge that anyone can join" in window
        and "vote" not in window.casefold()
        and "direct message" in window
    )


async def test_a_person_who_leaves_an_open_challenge_in_direct_messages_sees_that_there(world: World) -> None:
    place = Borrowed(world)
    await place.types(world.ada, "play", game="farlander")
    await place.press("Join", place.posted(), world.ben)
    await world.ben.user.click(world.messages(world.ben.user.dm_channel)[-1], label="Leave")
    left = world.messages(world.ben.user.dm_channel)[-1]
    assert "You've left **Ada**'s open challenge" in text_of(left) and not buttons_of(left)
    assert len((await world.match()).players) == 1


async def test_a_challenge_that_waits_again_after_it_was_about_to_begin_can_be_joined(world: World) -> None:
    place = Borrowed(world)
    await place.types(world.ada, "play", game="furl")
    path = f"/channels/{world.ben.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=500, times=1)
    [answered] = await place.press("Join", place.posted(), world.ben)
    assert "starts as soon as" in answered and "press the button again" in answered
    [again] = await place.press("Join", place.posted(), world.ben)
    assert "is about to start" in again
    world.env.inject_error("POST", path, status=403, code=50278, message="No mutual guilds", times=1)
    for _ in range(6):
        await world.env.advance_time(20)
    assert (await world.match()).state is State.OPEN
    await place.press("Join", place.posted(), world.cleo)
    match = await world.match()
    assert match.state is State.RUNNING and match.seat_of(world.cleo.id) is not None


async def test_a_character_plays_in_direct_messages(world: World) -> None:
    place = Borrowed(world)
    reply = told(await place.types(world.ada, "play", game="furl", level="mole", side="first"))
    assert "in direct messages with Furlong" in reply and not world.messages(place.channel)
    assert "it's your turn" in text_of(world.messages(world.ada.user.dm_channel)[-1])
    await world.ada.user.slash("move", move=(await world.match()).position.legal_moves()[0])
    assert (await world.match()).ply == 2


async def test_a_character_that_cannot_play_because_the_person_cannot_be_written_to_says_so(world: World) -> None:
    place = Borrowed(world)
    path = f"/channels/{world.ada.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007, message="Cannot send messages to this user")
    reply = told(await place.types(world.ada, "play", game="furl", level="mole"))
    assert "won't let Furlong send you direct messages" in reply and (await world.match()).state is State.CALLED_OFF


async def test_a_server_that_hides_such_answers_is_reported_before_anything_is_posted(world: World) -> None:
    place = Borrowed(world, _FOREIGN, _NO_EXTERNAL_APPS)
    async with world.nothing_changes():
        assert "Use External Apps" in told(await place.types(world.ada, "play", game="furl"))
    assert not world.messages(place.channel)


async def test_a_challenge_is_joined_only_where_it_was_posted_and_shows_nothing_once_it_has_begun(world: World) -> None:
    place, other = Borrowed(world), Borrowed(world)
    await place.types(world.ada, "play", game="furl")
    await other.types(world.cleo, "play", game="furl")
    [theirs, elsewhere] = place.posted(), other.posted()
    data = {"custom_id": button_id(theirs, "Join"), "component_type": 2}
    record = other.emit(world.ben, InteractionType.MESSAGE_COMPONENT, data, elsewhere)
    await world.env.settle()
    assert "There's no match #1" in told(InteractionResult(world.env, record))
    await place.press("Join", theirs, world.ben)
    for custom_id in ("text", "more", "move", "rematch"):
        data = {"custom_id": f"furlong:{custom_id}:1:0:", "component_type": 2}
        record = place.emit(world.cleo, InteractionType.MESSAGE_COMPONENT, data, theirs)
        await world.env.settle()
        assert told(InteractionResult(world.env, record)).startswith("All seats are taken")


async def test_every_command_offered_everywhere_answers_in_friendly_words(world: World) -> None:
    place = Borrowed(world)
    everywhere = [
        one for one in features.all_commands() if one.allowed_installs is not None and one.allowed_installs.user
    ]
    required = {"move": {"move": "a1"}, "plan": {}, "rules": {"game": "furl"}, "learn": {"game": "furl"}}
    for command in everywhere:
        result = await place.types(world.ada, command.name, **required.get(command.name, {}))
        assert told(result) or result.modal, command.name
