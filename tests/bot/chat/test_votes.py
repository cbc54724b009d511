"""A channel that plays by vote: everybody may choose, and the move with the most votes is played in the end."""

from datetime import timedelta
from pathlib import Path

import discord
import pytest
from discord import Message
from simcord.actors import MemberActor
from simcord.results import ResponseMessage
from sqlalchemy import insert, select

from bot.actions import matches
from bot.actions.playing import flag
from bot.chat.client import Furlong, Options, Pace
from bot.chat.delivery.loop import THOUGHTS
from bot.model.match import State
from bot.model.result import Ending
from bot.store.engine.schema.jobs import outages
from bot.store.engine.schema.matches import votes
from bot.texts.boards import outcome
from tests.bot.screen import buttons_of, text_of
from tests.bot.thinking import AtOnce
from tests.bot.world import World, answer, ask_to_play, reply_text, url_of

_HOUR = 3600


@pytest.fixture
def simcord_bot(fresh_file: Path) -> Furlong:
    """A bot that checks clocks rarely, so that hours pass quickly."""
    pace = Pace(shows=timedelta(hours=3), tends=timedelta(hours=6))
    return Furlong(Options(url_of(fresh_file), pace, thinkers=AtOnce()))


async def _later(world: World, seconds: float) -> None:
    """Let time pass while the bot does its due work."""
    await world.env.advance_time(seconds)
    await world.bot.delivery.deliver_due()
    await world.bot.delivery.deliver_due(THOUGHTS)
    await world.env.settle()


async def _begin(world: World, *, votes: int = 60, days: str = "usual") -> Message:
    """A match of Furl by vote, hosted by Ada, in which the channel moves first against a character; its board."""
    also = ["first", f"votes{votes}"]
    await ask_to_play(world.ada, world.channel, game="furl", level="mole", days=days, also=also)
    return _board(world)


def _board(world: World) -> Message:
    """The newest board in the thread of the match."""
    [thread] = world.channel.threads
    return world.messages(thread)[-1]


async def _vote(world: World, who: MemberActor, move: str) -> str:
    """Have a person vote for a move by the buttons of the picker; returns the answer."""
    picker = await _picker(world, who)
    await world.chooses(who, picker, *_stages(move))
    result = await who.click(picker, label=f"Vote for {move}")
    return reply_text(result)


def _stages(move: str) -> tuple[str, ...]:
    return (move[:2], move)


async def _picker(world: World, who: MemberActor) -> ResponseMessage:
    return answer(await who.click(_board(world), label="Vote"))


def _boss(world: World) -> MemberActor:
    """A member who manages the server."""
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("Boss"), roles=[role])


async def _stored(world: World) -> list[tuple[int, int, str]]:
    async with world.bot.services.context.database.read() as connection:
        rows = await connection.execute(select(votes.c.ply, votes.c.person_id, votes.c.choice).order_by(votes.c.ply))
        return [(row.ply, row.person_id, row.choice) for row in rows]


async def test_of_moves_with_as_many_votes_the_one_that_was_chosen_first_is_played(world: World) -> None:
    await _begin(world)
    await _vote(world, world.ben, "b4<a3")
    await world.env.advance_time(5)
    await _vote(world, world.ada, "a4<c4")
    await _later(world, _HOUR + 1)
    assert (await world.match()).history.tokens[0] == "b4<a3"


async def test_nobody_sees_what_others_have_chosen_before_they_have_chosen_themselves(world: World) -> None:
    await _begin(world)
    await _vote(world, world.ada, "a4<c4")
    await _later(world, 11)
    board = _board(world)
    public = [text_of(board)]
    public += [reply_text(await world.ben.click(board, label=label)) for label in ("Text", "More")]
    public.append(text_of(await _picker(world, world.ben)))
    public.append(reply_text(await world.ben.slash(world.channel, "board", match="1")))
    public.append(reply_text(await world.ben.slash(world.channel, "games")))
    assert all("a4<c4" not in text and "So far" not in text for text in public)
    assert "1 person has voted" in text_of(board)
    assert "So far" in text_of(await _picker(world, world.ada))


async def test_a_channel_that_votes_no_more_runs_out_of_time_as_everybody_does(world: World) -> None:
    await _begin(world, days="1 day")
    await _vote(world, world.ada, "a4<c4")
    await _later(world, _HOUR + 1)
    async with matches.change(world.bot.services.context, 1) as change:
        assert change.match.deadline is not None
        change.now = change.match.deadline + timedelta(seconds=1)
        assert flag(change)
    match = await world.match()
    assert match.result is not None and match.result.ending is Ending.TIME and match.voting is None
    assert "**The channel** has run out of time" in outcome(match)


async def test_a_vote_that_lasts_for_days_is_not_closed_before(world: World) -> None:
    await _begin(world, votes=4320, days="7 days")
    await _vote(world, world.ada, "a4<c4")
    for _ in range(5):
        await _later(world, 14 * _HOUR)
    assert (await world.match()).ply == 0
    await _later(world, 3 * _HOUR)
    assert (await world.match()).history.tokens[0] == "a4<c4"


async def _vote_to_resign(world: World, who: MemberActor) -> None:
    """Press Vote to resign, and confirm it."""
    question = answer(await who.click(await _picker(world, who), label="Vote to resign"))
    assert "more than half" in text_of(question)
    await who.click(question, label="Vote to resign")


async def test_a_vote_that_the_host_ends_early_resigns_only_if_most_voters_want_it(world: World) -> None:
    await _begin(world)
    await _vote(world, world.ben, "a4<c4")
    await _vote(world, world.cleo, "a4<c4")
    await _later(world, _HOUR + 1)
    await _vote_to_resign(world, world.ada)
    more = answer(await world.ada.click(_board(world), label="More"))
    assert "more than half of its voters" in reply_text(await world.ada.click(more, label="Play the vote now"))
    assert (await world.match()).state is State.RUNNING


async def test_a_host_who_plays_against_the_channel_does_not_end_its_vote(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", people=[world.ada], also=["first", "votes60"])
    await _vote_to_resign(world, world.ben)
    board = _board(world)
    assert "Play the vote now" not in buttons_of(answer(await world.ada.click(board, label="More")))
    async with world.nothing_changes():
        [forged] = await world.at_once(world.forged(world.ada, board, "furlong:vote_now:1:0:"))
    assert "You play against the channel" in reply_text(forged)


async def test_two_teams_are_balanced_and_nobody_votes_for_both(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", also=["votes60"])
    await _vote(world, world.ada, "a4<c4")
    told = reply_text(await world.ben.click(_board(world), label="Vote"))
    assert "You play for **Team 2**" in told or "You play for **Team 1**" in told
    assert "to its end" in reply_text(await world.ben.click(_board(world), label="Vote"))
    async with world.nothing_changes():
        assert "other side" in await world.types(world.ben, "a4<c4", match="1")
    await _later(world, _HOUR + 1)
    assert "to its end" in reply_text(await world.ada.click(_board(world), label="Vote"))
    move = (await world.match()).position.legal_moves()[0]
    [thread] = world.channel.threads
    reply_text(await world.ben.slash(thread, "move", move=move, match="1"))
    await _later(world, _HOUR + 1)
    match = await world.match()
    assert match.history.tokens == ("a4<c4", move)
    assert sorted(voter.seat for voter in match.voters) == [0, 1]


async def test_a_typed_move_finds_the_match_on_which_the_channel_votes(world: World) -> None:
    await _begin(world)
    [thread] = world.channel.threads
    suggested = await world.ben.autocomplete(thread, "move", "move", "a4<")
    assert "a4<c4" in [choice["value"] for choice in suggested]
    assert "You've voted: `a4<c4`" in reply_text(await world.ben.slash(thread, "move", move="a4<c4"))
    async with world.nothing_changes():
        assert "Nothing was played" in reply_text(await world.ben.slash(thread, "move", move="a4<a9"))


async def test_moves_are_suggested_to_those_who_play_for_the_part_that_votes(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", also=["votes60"])
    await _vote(world, world.ada, "a4<c4")
    reply_text(await world.ben.click(_board(world), label="Vote"))
    [thread] = world.channel.threads
    suggested = [await who.autocomplete(thread, "move", "move", "a4<") for who in (world.ada, world.ben)]
    assert ["a4<c4" in [choice["value"] for choice in choices] for choices in suggested] == [True, False]
    await world.take_out(_boss(world), player=world.ada, match="1", reason="spam")
    assert not await world.ada.autocomplete(thread, "move", "move", "a4<")


async def test_a_typed_move_for_ones_own_match_is_not_a_vote(world: World) -> None:
    await _begin(world)
    await world.cleo.slash(world.channel, "play", game="furl", level="mole", side="first")
    [thread] = world.channel.threads
    await world.cleo.slash(thread, "move", move="a4<c4")
    assert (await world.match(2)).ply and not await _stored(world)


async def test_a_typed_move_that_fits_several_votes_asks_which(world: World) -> None:
    await _begin(world)
    await ask_to_play(world.ada, world.channel, game="furl", level="mole", also=["first", "votes60"])
    question = answer(await world.ben.slash(world.channel, "move", move="a4<c4"))
    assert len(buttons_of(question)) == 2 and not await _stored(world)
    told = reply_text(await world.ben.click(question, label=buttons_of(question)[0]))
    assert "You've voted" in told


async def test_a_server_may_let_only_accounts_vote_that_are_a_week_old(world: World) -> None:
    await _boss(world).slash(world.channel, "server", voters="older")
    await _begin(world, days="14 days")
    noah = world.guild.add_member(world.env.create_user("Noah"))
    async with world.nothing_changes():
        assert "a week old" in reply_text(await noah.click(_board(world), label="Vote"))
    await _later(world, 24 * _HOUR)
    await _later(world, 24 * _HOUR)
    for _ in range(6):
        await world.env.advance_time(24 * _HOUR)
    assert buttons_of(await _picker(world, noah))


async def test_hours_of_an_outage_do_not_count_for_a_vote(world: World) -> None:
    await _begin(world)
    await _vote(world, world.ada, "a4<c4")
    context = world.bot.services.context
    began = context.now()
    async with context.database.write() as connection:
        await connection.execute(
            insert(outages).values(
                began_at=began, ended_at=began + timedelta(minutes=50), shard_number=0, shard_total=1
            )
        )
    await _later(world, _HOUR + 1)
    assert (await world.match()).ply == 0
    await _later(world, _HOUR)
    assert (await world.match()).history.tokens[0] == "a4<c4"


async def test_a_review_lists_who_chose_the_best_moves(world: World) -> None:
    await _begin(world)
    for _ in range(4):
        match = await world.match()
        moves = [str(move) for move in match.position.legal_moves()]
        for who, move in ((world.ada, moves[0]), (world.ben, moves[1])):
            await world.types(who, move, match="1")
        await world.ada.click(answer(await world.ada.click(_board(world), label="More")), label="Play the vote now")
    for who in (world.ada, world.ben):
        await _vote_to_resign(world, who)
    await world.ada.click(answer(await world.ada.click(_board(world), label="More")), label="Play the vote now")
    told = text_of(answer(await world.cleo.click(_board(world), label="Review")))
    assert "Who voted for the best move" in told and "**Ada**" in told and "**Ben**" in told
