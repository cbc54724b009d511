"""Direct matches: each player has the board in their own direct messages, wherever the challenge was made."""

from datetime import timedelta
from pathlib import Path

import pytest
from discord import Message
from simcord.actors import MemberActor
from sqlalchemy import update

from bot.actions import challenges
from bot.chat import client
from bot.chat.client import Pace
from bot.model.match import State
from bot.model.place import DIRECT
from bot.store.engine.schema.matches import player_boards
from rules import GAMES
from tests.bot.screen import alt_texts_of, buttons_of, choose_option, option_ids, text_of
from tests.bot.tables import all_games
from tests.bot.thinking import AtOnce
from tests.bot.world import World, answer, ask_to_play, reply_text, url_of

_PACE = Pace(shows=timedelta(hours=3), tends=timedelta(hours=6))


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot that checks due work rarely, so that days pass quickly."""
    return client.Furlong(client.Options(url_of(fresh_file), _PACE, games=all_games(), thinkers=AtOnce()))


def boards(world: World, who: MemberActor) -> list[Message]:
    """The bot's direct messages to a person, oldest first."""
    return world.messages(who.user.dm_channel)


def newest(world: World, who: MemberActor) -> Message:
    return boards(world, who)[-1]


def closes_messages(world: World, who: MemberActor, times: int | None = 1) -> None:
    """Make Discord refuse messages to a person, as if they had closed their direct messages."""
    path = f"/channels/{who.user.dm_channel.id}/messages"
    world.env.inject_error(
        "POST", path, status=403, code=50007, message="Cannot send messages to this user", times=times
    )


async def challenged(world: World, game: str = "furl", *also: str, days: str = "usual") -> Message:
    """Have Ada challenge Ben to a direct match; returns the challenge that Ben has."""
    await ask_to_play(world.ada, world.channel, game=game, people=[world.ben], days=days, also=["direct", *also])
    return newest(world, world.ben)


async def begun(world: World, game: str = "furl") -> None:
    """A direct match in which Ada moves first."""
    await world.ben.user.click(await challenged(world, game, "first"), label="Accept")


async def moves(world: World, who: MemberActor, move: str) -> None:
    await who.user.slash("move", move=move)


async def test_each_player_has_the_challenge_and_then_the_board_in_their_own_direct_messages(world: World) -> None:
    challenge = await challenged(world, "furl", "first")
    assert buttons_of(challenge) == ["Accept", "Decline", "Rules"]
    assert buttons_of(newest(world, world.ada)) == ["Cancel", "Rules"]
    await world.ben.user.click(challenge, label="Accept")
    match = await world.match()
    assert match.state is State.RUNNING and match.place.server_id == DIRECT and not match.terms.is_rated
    assert not world.messages(), "a server sees nothing of it"
    for who in (world.ada, world.ben):
        before, board = boards(world, who)
        assert not buttons_of(before) and alt_texts_of(board)
    assert buttons_of(newest(world, world.ada)) == ["Move", "Text", "More"]
    assert buttons_of(newest(world, world.ben)) == ["Text", "More"]
    assert "It's **Ada**'s turn" in text_of(newest(world, world.ben))


async def test_a_turn_is_one_new_message_with_one_ping_for_who_is_to_move_and_the_board_of_the_other_changes(
    world: World,
) -> None:
    await begun(world)
    counts = len(boards(world, world.ada)), len(boards(world, world.ben))
    kept = newest(world, world.ada).id
    await moves(world, world.ada, "a4<c4")
    assert (len(boards(world, world.ada)), len(boards(world, world.ben))) == (counts[0], counts[1] + 1)
    assert newest(world, world.ada).id == kept and "`a4<c4`" in text_of(newest(world, world.ada))
    assert world.pinged(newest(world, world.ben)) == [world.ben.id]
    *_older, before, _board = boards(world, world.ben)
    assert not buttons_of(before), "the older board has lost its buttons"
    await moves(world, world.ben, "e5<e4")
    assert world.pinged(newest(world, world.ada)) == [world.ada.id] and newest(world, world.ada).id != kept


async def test_an_old_board_that_is_painted_again_after_a_restart_shows_the_side_of_its_reader(world: World) -> None:
    await world.ben.slash(world.channel, "settings", view="own")
    await begun(world)
    board = newest(world, world.ben)
    before = world.painting(board)
    await world.restart()
    await moves(world, world.ada, "a4<c4")
    [left] = [message for message in boards(world, world.ben) if message.id == board.id]
    assert buttons_of(left) == [] and world.painting(left) == before and before.scene.viewpoint == 1


async def test_a_challenge_says_that_it_is_direct_and_speaks_to_its_host_as_the_host(world: World) -> None:
    challenge = await challenged(world, "furl", "first")
    own = text_of(newest(world, world.ada))
    assert "You challenge **Ben**" in own and "You move first." in own and "A direct match" in own
    assert "**Ada** challenges you" in text_of(challenge) and "A direct match" in text_of(challenge)
    assert buttons_of(answer(await world.ada.user.slash("board", match="1"))) == ["Cancel", "Rules"]
    assert buttons_of(answer(await world.ben.user.slash("board", match="1"))) == ["Accept", "Decline", "Rules"]


async def test_the_others_learn_once_that_a_player_can_no_longer_be_messaged(world: World) -> None:
    await begun(world)
    await moves(world, world.ada, "a4<c4")
    closes_messages(world, world.ada, times=None)
    await moves(world, world.ben, "e5<e4")
    await world.env.advance_time(timedelta(hours=7).total_seconds())
    told = [text for text in world.direct_messages(world.ben) if "any more" in text]
    assert len(told) == 1 and "won't let Furlong write to **Ada**" in told[0] and "`/move`" in told[0]
    assert "It's **Ada**'s turn" in text_of(boards(world, world.ben)[-2]), "the match goes on"


async def test_the_window_of_a_challenge_offers_a_direct_match(world: World) -> None:
    window = await world.ada.context_menu(world.channel, "Challenge", world.ben)
    await world.ada.submit_modal(window, {"game": ["furl"], "days": ["usual"], "also": ["direct"]})
    assert (await world.match()).place.by_player and buttons_of(newest(world, world.ben))[0] == "Accept"


async def test_in_direct_messages_a_person_is_challenged_to_a_direct_match(world: World) -> None:
    reply = reply_text(await world.ada.user.slash("play", game="furl", opponent=world.ben.user))
    assert "can now accept or decline" in reply and "[Go to the challenge]" in reply
    await world.ben.user.click(newest(world, world.ben), label="Accept")
    assert (await world.match()).state is State.RUNNING


async def test_a_player_who_cannot_be_messaged_learns_so_and_the_match_begins_once_they_can(world: World) -> None:
    challenge = await challenged(world)
    closes_messages(world, world.ben)
    reply = reply_text(await world.ben.user.click(challenge, label="Accept"))
    assert "won't let Furlong send you direct messages" in reply
    match = await world.match()
    assert match.state is State.OPEN and [person.id for person in match.invited] == [world.ben.id]
    assert len(boards(world, world.ada)) == 1, "the host is not told that it begins before it does"
    await world.ben.user.click(challenge, label="Accept")
    assert (await world.match()).state is State.RUNNING


async def test_a_host_who_cannot_be_written_to_keeps_the_match_from_beginning(world: World) -> None:
    challenge = await challenged(world)
    closes_messages(world, world.ada)
    reply = reply_text(await world.ben.user.click(challenge, label="Accept"))
    assert "won't let Furlong send direct messages to **Ada**" in reply
    assert (await world.match()).state is State.OPEN
    await world.ben.user.click(newest(world, world.ben), label="Accept")
    assert (await world.match()).state is State.RUNNING


@pytest.mark.parametrize("status", [500, 429])
async def test_while_discord_is_away_the_players_wait_and_the_match_begins_once_when_it_is_back(
    world: World, status: int
) -> None:
    challenge = await challenged(world)
    world.env.inject_error("POST", f"/channels/{world.ada.user.dm_channel.id}/messages", status=status, times=3)
    reply = reply_text(await world.ben.user.click(challenge, label="Accept"))
    assert "starts as soon as Discord lets Furlong write" in reply
    assert (await world.match()).is_about_to_begin
    for _ in range(3):
        await world.env.advance_time(timedelta(hours=3).total_seconds())
    assert (await world.match()).state is State.RUNNING
    for who in (world.ada, world.ben):
        assert len(boards(world, who)) == 2, "the challenge, and one message that became the board"


async def test_a_match_whose_process_was_killed_while_it_began_begins_once(world: World) -> None:
    await challenged(world)
    async with world.matches.joining(1, world.actor(world.ben)) as change:
        challenges.join(change, change.match.invited[0])
    assert (await world.match()).is_about_to_begin
    await world.restart()
    for _ in range(4):
        await world.bot.delivery.deliver_due()
    assert (await world.match()).state is State.RUNNING
    assert [len(boards(world, who)) for who in (world.ada, world.ben)] == [2, 2]


async def test_in_a_new_discord_each_player_has_the_board_in_a_new_message(world: World) -> None:
    await begun(world)
    before = [newest(world, who).id for who in (world.ada, world.ben)]
    async with world.bot.services.context.database.write() as connection:
        await connection.execute(update(player_boards).values(channel_id=1))  # that Discord does not know these
    await world.matches.announce_again()
    await world.bot.delivery.deliver_due()
    for who, message_id in zip((world.ada, world.ben), before, strict=True):
        assert newest(world, who).id != message_id and alt_texts_of(newest(world, who)), who
        assert "won't let" not in text_of(newest(world, who))


async def test_the_dice_of_a_direct_match_are_mixed_with_a_message_that_stays(world: World) -> None:
    await begun(world, "furbowl")
    match = await world.match()
    assert match.state is State.RUNNING and match.fairness is not None
    start = next(one for one in boards(world, world.ada) if one.id == match.fairness.start_message_id)
    assert "The number of this message is mixed in" in text_of(start)
    assert alt_texts_of(newest(world, world.ada)) and alt_texts_of(newest(world, world.ben))


async def test_offers_and_a_rematch_work_in_direct_messages(world: World) -> None:
    await begun(world)
    await moves(world, world.ada, "a4<c4")
    question = answer(await world.ada.user.slash("match", do="takeback"))
    await world.ada.user.click(question, label=buttons_of(question)[0])
    await world.ben.user.click(newest(world, world.ben), label="Accept")
    assert (await world.match()).ply == 0 and "took a move back" in text_of(newest(world, world.ada))
    question = answer(await world.ada.user.slash("match", do="draw"))
    await world.ada.user.click(question, label=buttons_of(question)[0])
    await world.ben.user.click(newest(world, world.ben), label="Accept")
    assert (await world.match()).state is State.FINISHED
    assert "Rematch" in buttons_of(newest(world, world.ada))
    await world.ada.user.click(newest(world, world.ada), label="Rematch")
    told = reply_text(await world.ben.user.slash("match", match="1", do="rematch"))
    assert "match #2: its board comes in direct messages" in told
    rematch = await world.match(2)
    assert rematch.state is State.RUNNING and rematch.place.by_player
    assert all("match #2" in text_of(newest(world, who)) for who in (world.ada, world.ben))


async def test_only_those_whom_an_offer_asks_have_buttons_to_answer_it(world: World) -> None:
    await begun(world)
    await moves(world, world.ada, "a4<c4")
    await moves(world, world.ben, "e5<e4")
    await world.ben.user.click(newest(world, world.ben), label="More")
    question = answer(await world.ben.user.slash("match", do="draw"))
    await world.ben.user.click(question, label=buttons_of(question)[0])
    own, asked = (
        next(board for board in boards(world, who)[::-1] if alt_texts_of(board)) for who in (world.ben, world.ada)
    )
    assert "offers a draw" in text_of(own) and "Accept" not in buttons_of(own)
    assert "offers a draw" in text_of(asked) and "Accept" in buttons_of(asked)
    assert "Accept" not in buttons_of(answer(await world.ben.user.slash("board", match="1")))


async def test_a_player_resigns_and_both_see_the_end(world: World) -> None:
    await begun(world)
    await moves(world, world.ada, "a4<c4")
    await moves(world, world.ben, "e5<e4")
    question = await world.ben.user.slash("match", do="resign")
    await world.ben.user.click(question.response or question.followups[0], label="Resign")
    assert (await world.match()).state is State.FINISHED
    for who in (world.ada, world.ben):
        assert "**Ben** resigns" in text_of(newest(world, who)) and "Replay" in buttons_of(newest(world, who))
        assert ("<@" in text_of(newest(world, who))) == (who is world.ada), (
            "nobody is addressed in a message to another"
        )


async def test_a_reminder_comes_in_direct_messages_and_time_runs_out_there(world: World) -> None:
    await begun(world)
    await moves(world, world.ada, "a4<c4")
    await moves(world, world.ben, "e5<e4")
    for hours in (24, 24, 18):
        await world.env.advance_time(timedelta(hours=hours).total_seconds())
    assert "is running out" in text_of(newest(world, world.ada)) and not world.messages()
    await world.env.advance_time(timedelta(hours=18).total_seconds())
    assert (await world.match()).state is State.FINISHED


async def test_in_quiet_hours_the_board_comes_silently_and_a_notice_later(world: World) -> None:
    await begun(world)
    await world.ben.user.slash("settings", quiet="0-23")
    await moves(world, world.ada, "a4<c4")
    assert world.pinged(newest(world, world.ben)) == [] and newest(world, world.ben).flags.suppress_notifications


async def test_nobody_else_sees_a_direct_match_or_plays_in_it(world: World) -> None:
    challenge = await challenged(world)
    await world.cleo.slash(world.channel, "play", game="furl", level="mole")
    async with world.nothing_changes():
        for action in ("join", "decline", "cancel", "text", "more", "move"):
            [result] = await world.at_once(world.forged(world.cleo, world.board(), f"furlong:{action}:1:0:"))
            told = "".join(text_of(one) for one in (*result.followups, result.response) if one is not None)
            assert "There's no match #1" in told and "Ada" not in told and "Ben" not in told
    await world.ben.user.click(challenge, label="Accept")
    for where in (world.cleo.user.slash("board", match="1"), world.cleo.slash(world.channel, "board", match="1")):
        assert "There's no match" in reply_text(await where)
    assert "no matches here" in reply_text(await world.cleo.slash(world.channel, "games", player=world.ada))


async def test_a_player_finds_a_direct_match_in_their_list_and_by_its_number_on_a_server_too(world: World) -> None:
    await begun(world)
    listed = reply_text(await world.ben.user.slash("games"))
    assert f"{world.ben.user.dm_channel.id}/{newest(world, world.ben).id}" in listed
    assert "### Furl" in reply_text(await world.ben.slash(world.channel, "board", match="1"))


async def test_blocks_and_limits_hold_for_direct_matches(world: World) -> None:
    await world.ben.slash(world.channel, "block", person=world.ada)
    async with world.nothing_changes():
        reply = reply_text(
            await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], also=["direct"])
        )
        assert "n't taking challenges" in reply
    card = answer(await world.ben.slash(world.channel, "block"))
    unblocks = next(value for value in option_ids(card) if str(world.ada.id) in value)
    await choose_option(world.ben, card, unblocks)
    for _ in range(3):
        await challenged(world)
        await world.ben.user.click(newest(world, world.ben), label="Decline")
    reply = reply_text(await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], also=["direct"]))
    assert "within a day" in reply


async def test_a_direct_match_that_is_to_be_rated_counts_on_a_list_that_no_server_sees(world: World) -> None:
    challenge = await challenged(world, "furl", "first", "rated")
    assert "· rated" in text_of(challenge) and "no server sees" in text_of(challenge)
    await world.ben.user.click(challenge, label="Accept")
    for _ in range(3):
        for who in (world.ada, world.ben):
            await moves(world, who, (await world.match()).position.legal_moves()[0])
    question = answer(await world.ben.user.slash("match", do="resign"))
    await world.ben.user.click(question, label="Resign")
    assert "Ratings: **Ada** 15" in text_of(newest(world, world.ada))
    assert "**Ben**" in reply_text(await world.ada.user.slash("leaderboard"))
    assert "Nobody is on this leaderboard yet" in reply_text(await world.ada.slash(world.channel, "leaderboard"))


async def test_a_direct_match_is_with_people_who_are_named(world: World) -> None:
    async with world.nothing_changes():
        assert "Name an `opponent`" in reply_text(await world.ada.user.slash("play", game="furl"))


async def test_three_people_each_have_the_board(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", people=[world.ben, world.cleo], also=["direct"])
    for who in (world.ben, world.cleo):
        await who.user.click(newest(world, who), label="Accept")
    match = await world.match()
    assert match.state is State.RUNNING and len(match.boards) == 3
    assert match.to_move is not None
    for who in (world.ada, world.ben, world.cleo):
        assert ("Move" in buttons_of(newest(world, who))) == (who.id == match.to_move.id)
        assert GAMES["farlander"].name in text_of(newest(world, who))
