"""`/privacy` as people see it: the export of a person's data, and its deletion."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import pytest
from discord import Interaction, Message
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.actions import privacy as privacy_actions
from bot.actions import settings
from bot.actions.context import Context
from bot.model.challenges import Proposal
from bot.model.jobs import Notice
from bot.model.match import State
from bot.model.people import Person
from bot.model.settings import Reach
from bot.store.engine.schema import METADATA
from bot.store.jobs import boards
from rules import GAMES
from tests.bot.screen import button_id, buttons_of, text_of
from tests.bot.world import SIGNS_OF_LIFE, World, answer, ask_to_play, reply_text

EXPORT, DELETE = "Export", "Delete"


def _exported(world: World, result: InteractionResult) -> dict[str, Any]:
    """The content of the file that a person got privately."""
    [attachment] = answer(result).attachments
    assert attachment.filename == "furlong-about-you.json"
    data = world.env.backend.cdn.get(attachment.url)
    assert data is not None
    return json.loads(data)


async def _pressed(world: World, who: MemberActor, label: str) -> InteractionResult:
    """Have a person use the command and press one of its buttons."""
    return await who.click(answer(await who.slash(world.channel, "privacy")), label=label)


async def _asked(world: World, who: MemberActor) -> ResponseMessage:
    return answer(await _pressed(world, who, DELETE))


async def _forgotten(world: World, who: MemberActor) -> str:
    """Have a person delete their data; returns the answer."""
    return reply_text(await who.click(await _asked(world, who), label="Forget me"))


async def _is_gone(world: World, who: MemberActor) -> bool:
    """Check that neither the id nor the name of a person is anywhere in the database."""
    stored = await world.stored()
    assert set(stored) == set(METADATA.tables) - SIGNS_OF_LIFE
    cells = [str(cell) for rows in stored.values() for row in rows for cell in row]
    return not any(str(who.id) in cell or who.name in cell for cell in cells)


async def _for_three(world: World) -> Message:
    """A running match of Farlander of Ada, Ben and Cleo; its board."""
    await ask_to_play(world.ada, world.channel, game="farlander", people=[world.ben, world.cleo], also=["first"])
    challenge = world.board()
    await world.ben.click(challenge, label="Accept")
    await world.cleo.click(challenge, label="Accept")
    return world.board()


# --- export ---


async def test_a_person_gets_all_that_is_stored_about_them_as_a_private_file(world: World) -> None:
    await world.start_match()
    await world.play("a4<c4", "e5<e4")
    await world.ada.slash(world.channel, "settings", zone="Asia/Tokyo")
    async with world.nothing_changes():
        exported = _exported(world, await _pressed(world, world.ada, EXPORT))
    assert exported["you"] == {"id": str(world.ada.id), "name": "Ada", "user_name": "Ada"}
    assert exported["settings"]["time_zone"] == "Asia/Tokyo"
    [match] = exported["matches"]
    assert [move["token"] for move in match["your_moves"]] == ["a4<c4"] and match["people"] == ["Ada", "Ben"]
    assert (match["server_id"], match["channel_id"]) == (str(world.guild.id), str(world.channel.id))
    assert match["message_id"] == str(world.board().id) and str(world.ben.id) not in json.dumps(exported)


@pytest.mark.parametrize("action", ["privacy_export", "privacy_delete"])
async def test_a_person_learns_that_nothing_is_stored_about_them(world: World, action: str) -> None:
    await world.start_match()
    shown = answer(await world.ada.slash(world.channel, "privacy"))
    assert buttons_of(shown) == [EXPORT, DELETE]
    async with world.nothing_changes():
        assert reply_text(await world.cleo.slash(world.channel, "privacy")) == "Furlong stores nothing about you."
        [forged] = await world.at_once(world.forged(world.cleo, shown, f"furlong:{action}:0:0:"))
        assert reply_text(forged) == "Furlong stores nothing about you."


async def test_a_large_file_is_zipped_and_the_answer_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.actions.privacy.LARGEST", 100)
    await world.start_match()
    reply = answer(await _pressed(world, world.ada, EXPORT))
    assert [file.filename for file in reply.attachments] == [
        "furlong-about-you.zip"
    ] and "The file is zipped" in text_of(reply)


async def test_several_files_come_one_after_the_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.actions.privacy.LARGEST_ZIPPED", 100)
    await world.store_matches(3, host=world.ada, guest=world.ben)
    reply = await _pressed(world, world.ada, EXPORT)
    sent = [message for message in (reply.response, *reply.followups) if message is not None and message.attachments]
    assert [message.attachments[0].filename for message in sent] == [
        "furlong-about-you.json",
        "furlong-about-you-2.json",
        "furlong-about-you-3.json",
    ]
    assert all(message.ephemeral for message in sent) and text_of(sent[2]) == "This is part 3."


# --- delete: the question ---


async def test_the_question_stays_short_enough_for_a_person_with_many_matches_and_long_names(world: World) -> None:
    long = [world.guild.add_member(world.env.create_user("*" * 31 + str(number))) for number in range(3)]
    proposal = Proposal(GAMES["farlander"], world.channel.id, tuple(Person(who.id, who.name) for who in long))
    for _ in range(5):
        match = await world.matches.propose(world.actor(world.ada), world.guild.id, proposal)
        for who in long:
            await world.matches.join(world.actor(who), match.id)
    for number in range(5):  # by several people, because nobody may challenge another so often
        host = long[number % 3]
        guests = tuple(Person(who.id, who.name) for who in (world.ada, *long) if who is not host)
        await world.matches.propose(world.actor(host), world.guild.id, replace(proposal, opponents=guests))
    await world.bot.delivery.deliver_due()
    reply = text_of(await _asked(world, world.ada))
    assert (
        reply.count("; and 1 more.") == 2 and "**5 matches that you play end for you**" in reply and len(reply) < 4000
    )


@pytest.mark.parametrize("label", ["Forget me", "Keep everything"])
async def test_only_those_who_were_asked_can_answer(world: World, label: str) -> None:
    await world.start_match()
    question = await _asked(world, world.ada)
    async with world.nothing_changes():
        forged = world.forged(world.ben, world.board(), button_id(question, label))
        reply = reply_text((await world.at_once(forged))[0])
    assert reply.startswith("That question was for someone")


async def test_a_button_that_names_nobody_forgets_nobody(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        for detail in ("", "nobody", "-1", "9" * 30):
            forged = world.forged(world.ada, world.board(), f"furlong:forget_yes:0:0:{detail}")
            assert reply_text((await world.at_once(forged))[0]).startswith("That question was for someone")


# --- delete: what happens ---


async def test_a_match_of_three_goes_on_and_ends_without_anybody_mentioning_or_telling_the_one_who_left(
    world: World,
) -> None:
    await _for_three(world)
    to_move = (await world.match()).to_move
    assert to_move is not None
    [gone] = [who for who in (world.ada, world.ben, world.cleo) if who.id == to_move.id]
    first, second = (who for who in (world.ada, world.ben, world.cleo) if who is not gone)
    await _forgotten(world, gone)
    to_move = (await world.match()).to_move
    assert to_move is not None and world.pinged(world.board()) == [to_move.id]
    assert "**Former player 1** (" in text_of(world.board()) and ", has left)" in text_of(world.board())
    question = answer(await first.slash(world.channel, "match", do="resign", match="1"))
    await first.click(question, label="Resign")
    await world.env.advance_time(60)
    assert (await world.match()).state is State.FINISHED
    assert "**Former player 1**" in text_of(world.board()) and world.pinged(world.board()) == [second.id]
    sent = json.dumps([request.json for request in world.env.http_requests if request.json])
    assert "<@-" not in sent and '"-1"' not in sent and world.direct_messages(gone) == []


async def test_pressed_twice_at_once_it_happens_once(world: World) -> None:
    await world.start_match()
    question = await _asked(world, world.ada)
    press = world.press(world.ada, question, "Forget me")
    for result in await world.at_once(press, press):
        assert "forgotten you" in reply_text(result) or result.followups == []
    assert len(world.messages()) == 3 and await _is_gone(world, world.ada)
    assert [row[1] for row in (await world.stored())["people"]] == ["Former player 1", "Ben"]


async def test_a_move_at_the_same_moment_is_played_or_refused_whole(world: World) -> None:
    await world.start_match()
    question = await _asked(world, world.ada)
    press, typed = world.press(world.ada, question, "Forget me"), world.typing(world.ada, move="a4<c4", match="1")
    await world.at_once(press, typed)
    assert await _is_gone(world, world.ada) and (await world.match()).state is State.FINISHED


async def test_nobody_tries_to_tell_a_person_who_was_forgotten(world: World) -> None:
    await world.start_match()
    await _forgotten(world, world.ada)
    match = await world.match()
    await settings.prefer(
        world.bot.services.context, match.players[0], lambda liked: replace(liked, reach=Reach.DIRECT)
    )
    async with world.matches.database.write() as connection:
        await boards.add_notice(connection, match, match.players[0].id, Notice.RESULT, match.changed_at)
    requests = len(world.env.http_requests)
    await world.env.advance_time(60)
    assert [job for job in (await world.stored())["notices"] if job.due_at is not None] == [], "none is due any more"
    assert len(world.env.http_requests) == requests


async def test_votes_are_exported_and_forgotten_during_the_vote(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", level="mole", also=["first", "votes60"])
    for who, move in ((world.ben, "a4<c4"), (world.cleo, "b4<a3")):
        assert "You've voted" in await world.types(who, move, match="1")
    exported = _exported(world, await _pressed(world, world.ben, EXPORT))
    assert [vote["choice"] for vote in exported["your_votes"]] == ["a4<c4"]
    assert str(world.cleo.id) not in json.dumps(exported) and "b4<a3" not in json.dumps(exported)
    assert (await _forgotten(world, world.ben)).startswith("Furlong has forgotten you") and await _is_gone(
        world, world.ben
    )
    match = await world.match()
    assert match.voting is not None and [vote.choice for vote in match.voting.votes] == ["b4<a3"]
    more = answer(await world.ada.click(_thread_board(world), label="More"))
    await world.ada.click(more, label="Play the vote now")
    assert (await world.match()).history.tokens[0] == "b4<a3"
    assert "You've voted" in await world.types(world.ben, (await world.match()).position.legal_moves()[0], match="1")


# --- what is in flight meanwhile ---


_IN_FLIGHT: Final[dict[str, dict[str, Any]]] = {
    "play": {"game": "furl", "level": "mole"},
    "settings": {"notice": "both"},
}


def _deleted_meanwhile(world: World, monkeypatch: pytest.MonkeyPatch, who: MemberActor) -> None:
    """Let a person's data be deleted when the next request has arrived, before it does anything."""
    languages, person, context = world.bot.services.languages, world.actor(who).person, world.bot.services.context
    of, later = languages.of, Context(context.database, now=lambda: context.now() + timedelta(seconds=1))

    async def delete_first(interaction: Interaction[Any]) -> str:
        monkeypatch.undo()
        await privacy_actions.forget(later, person)
        return await of(interaction)

    monkeypatch.setattr(languages, "of", delete_first)


@pytest.mark.parametrize("command", _IN_FLIGHT)
async def test_a_command_in_flight_during_a_deletion_brings_nobody_back(
    world: World, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    await world.ada.slash(world.channel, "settings", notice="both")
    _deleted_meanwhile(world, monkeypatch, world.ada)
    told = reply_text(await world.ada.slash(world.channel, command, **_IN_FLIGHT[command]))
    assert "Please try again if you still want this" in told and await _is_gone(world, world.ada)
    await world.env.advance_time(2)
    await world.ada.slash(world.channel, command, **_IN_FLIGHT[command])
    assert not await _is_gone(world, world.ada), "later they may come back"


async def test_a_press_of_another_in_flight_during_a_deletion_brings_nobody_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ada.slash(world.channel, "settings", notice="both")
    _deleted_meanwhile(world, monkeypatch, world.ada)
    told = reply_text(await world.ben.slash(world.channel, "play", game="furl", opponent=world.ada))
    assert "Please try again if you still want this" in told and await _is_gone(world, world.ada)


async def test_a_press_that_joins_during_a_deletion_joins_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ben.slash(world.channel, "play", game="furl")
    await world.ada.slash(world.channel, "settings", notice="both")
    _deleted_meanwhile(world, monkeypatch, world.ada)
    told = reply_text(await world.ada.click(world.board(), label="Join"))
    assert "Please try again if you still want this" in told and await _is_gone(world, world.ada)
    assert (await world.match()).state is State.OPEN


def _thread_board(world: World) -> Message:
    [thread] = world.channel.threads
    return world.messages(thread)[-1]
