"""A match without a time limit whose player to move is gone or silent for long can be called off by those who wait."""

from simcord.actors import MemberActor

from bot.model.match import State
from bot.model.result import Ending
from bot.store import outages
from tests.bot.chat.test_direct_matches import challenged, closes_messages, moves, newest
from tests.bot.chat.test_ladder import DAY, passes
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text

UNLIMITED = "no limit"


async def _waiting(world: World, **options: str) -> None:
    """A match in which Ada has moved and waits for Ben without a time limit."""
    options = {"days": UNLIMITED, "side": "first", **options}
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, **options)
    await world.ben.click(world.board(), label="Accept")
    await world.play("a4<c4")


def _leaves(world: World, who: MemberActor) -> None:
    world.env.backend.remove_member(world.guild.id, who.id)


async def _calls_off(world: World, who: MemberActor) -> str:
    question = answer(await who.slash(world.channel, "match", do="call off"))
    await who.click(question, label="Call off")
    return text_of(question)


async def test_after_thirty_days_of_silence_the_waiting_player_may_call_the_match_off(world: World) -> None:
    await _waiting(world)
    more = answer(await world.ada.click(world.board(), label="More"))
    assert "Call off" in buttons_of(more)
    assert "Call off" not in buttons_of(answer(await world.ben.click(world.board(), label="More")))
    async with world.nothing_changes():
        refused = reply_text(await world.ada.click(more, label="Call off"))
        assert "still waits for **Ben**" in refused
    await passes(world, 29)
    assert "still waits for" in reply_text(await world.ada.slash(world.channel, "match", do="call off"))
    await passes(world, 1)
    assert "stopped playing" in await _calls_off(world, world.ada)
    match = await world.match()
    assert match.state is State.CALLED_OFF and match.result is not None and match.result.ending is Ending.ABANDONED
    assert match.ratings == () and "stopped playing" in text_of(world.board())
    assert "resigned" not in reply_text(await world.ada.slash(world.channel, "profile"))


async def test_a_match_whose_player_has_left_the_server_may_be_called_off_a_day_later(world: World) -> None:
    await _waiting(world)
    assert "left the server" not in reply_text(await world.ada.slash(world.channel, "games"))
    _leaves(world, world.ben)
    async with world.nothing_changes():  # Ben can still move in direct messages and on the page
        refused = reply_text(await world.ada.slash(world.channel, "match", do="call off"))
        assert "still waits for **Ben**" in refused
    await passes(world, 1)
    assert "**Ben** has left the server" in reply_text(await world.ada.slash(world.channel, "games"))
    question = answer(await world.ada.slash(world.channel, "match", do="call off"))
    assert "**Ben** is no longer on this server." in text_of(question) and "no rating changes" in text_of(question)
    await world.ada.click(question, label="Call off")
    assert (await world.match()).state is State.CALLED_OFF


async def test_neither_whose_turn_it_is_nor_a_spectator_nor_a_player_with_a_clock_calls_a_match_off(
    world: World,
) -> None:
    await _waiting(world)
    await passes(world, 40, each=2)
    async with world.nothing_changes():
        for who in (world.ben, world.cleo):
            reply = reply_text(await who.slash(world.channel, "match", match="1", do="call off"))
            assert "can't be called off now" in reply or "You're watching this match" in reply
    await world.play("e5<e4")
    assert "can't be called off now" in reply_text(await world.ada.slash(world.channel, "match", do="call off"))
    await world.start_match()
    await world.play("a4<c4", number=2)
    reply = reply_text(await world.ada.slash(world.channel, "match", match="2", do="call off"))
    assert "can't be called off now: its clock runs" in reply


async def test_a_player_who_is_on_vacation_is_not_silent(world: World) -> None:
    await _waiting(world)
    await passes(world, 25)
    await world.ben.slash(world.channel, "vacation", days="20 days")
    await passes(world, 10, each=2)
    assert "still waits for" in reply_text(await world.ada.slash(world.channel, "match", do="call off"))


async def test_days_of_a_vacation_that_is_over_are_no_silence(world: World) -> None:
    await _waiting(world)
    await passes(world, 5)
    await world.ben.slash(world.channel, "vacation", days="20 days")
    await passes(world, 44, each=2)
    assert "still waits for **Ben**" in reply_text(await world.ada.slash(world.channel, "match", do="call off"))
    await passes(world, 1)
    await _calls_off(world, world.ada)
    assert (await world.match()).state is State.CALLED_OFF


async def test_days_on_which_the_server_was_cut_off_are_no_silence(world: World) -> None:
    await _waiting(world)
    context = world.bot.services.context
    with world.env.time_context():
        now = context.now()
    async with context.database.write() as connection:
        await outages.add(connection, dict.fromkeys(context.shards(), now + DAY), now + 11 * DAY)
    await passes(world, 39)
    assert "still waits for **Ben**" in reply_text(await world.ada.slash(world.channel, "match", do="call off"))
    await passes(world, 1)
    await _calls_off(world, world.ada)
    assert (await world.match()).state is State.CALLED_OFF


async def test_three_players_go_on_without_the_one_who_is_gone(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", people=[world.ben, world.cleo], days=UNLIMITED)
    for who in (world.ben, world.cleo):
        await who.click(world.board(), label="Accept")
    match = await world.match()
    assert match.to_move is not None
    absent = next(who for who in (world.ada, world.ben, world.cleo) if who.id == match.to_move.id)
    waiting = next(who for who in (world.ada, world.ben, world.cleo) if who is not absent)
    await passes(world, 31)
    question = answer(await waiting.slash(world.channel, "match", do="call off"))
    assert "Go on without" in text_of(question)
    await waiting.click(question, label="Call off")
    match = await world.match()
    assert match.state is State.RUNNING
    assert match.to_move is None or match.to_move.id != absent.id


async def test_a_direct_match_is_called_off_after_the_same_silence(world: World) -> None:
    await challenged(world, "furl", "first", days=UNLIMITED)
    await world.ben.user.click(newest(world, world.ben), label="Accept")
    await moves(world, world.ada, "a4<c4")
    _leaves(world, world.ben)
    await passes(world, 29)
    async with world.nothing_changes():
        assert "still waits for **Ben**" in reply_text(await world.ada.user.slash("match", do="call off"))
    await passes(world, 1)
    question = answer(await world.ada.user.slash("match", do="call off"))
    assert "on this server" not in text_of(question)
    await world.ada.user.click(question, label="Call off")
    assert (await world.match()).state is State.CALLED_OFF
    await passes(world, 1)
    assert "stopped playing" in text_of(newest(world, world.ada))


async def test_a_player_who_can_no_longer_be_written_to_keeps_no_button_of_a_match_that_is_over(world: World) -> None:
    await challenged(world, "furl", "first", days=UNLIMITED)
    await world.ben.user.click(newest(world, world.ben), label="Accept")
    await moves(world, world.ada, "a4<c4")
    board = newest(world, world.ben)
    assert buttons_of(board) == ["Move", "Text", "More"]
    _leaves(world, world.ben)
    closes_messages(world, world.ben, times=None)
    await passes(world, 31)
    question = answer(await world.ada.user.slash("match", do="call off"))
    await world.ada.user.click(question, label="Call off")
    assert newest(world, world.ben).id == board.id
    assert "stopped playing" in text_of(newest(world, world.ben))
    assert not {"Move", "More"} & set(buttons_of(newest(world, world.ben)))


async def test_the_old_board_of_a_channel_that_refuses_new_messages_shows_every_move(world: World) -> None:
    await _waiting(world)
    board = world.board()
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions", times=None)
    await world.play("e5<e4")
    assert world.board().id == board.id and "it's your turn (White)" in text_of(world.board())
    question = answer(await world.ada.slash(world.channel, "match", do="resign"))
    await world.ada.click(question, label="Resign")
    assert "**Ada** resigns" in text_of(world.board()) and "Move" not in buttons_of(world.board())


async def test_a_match_by_vote_ends_by_its_clock_though_nobody_votes_any_more(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], also=["votes60", "first"])
    await world.ben.click(world.board(), label="Accept")
    async with world.nothing_changes():
        for who in (world.ada, world.ben):
            reply = reply_text(await who.slash(world.channel, "match", match="1", do="call off"))
            assert "its clock runs" in reply
    await passes(world, 4)
    match = await world.match()
    assert match.state is State.CALLED_OFF and match.result is not None and match.result.ending is Ending.UNPLAYED


async def test_who_leaves_and_returns_during_a_vacation_keeps_the_match(world: World) -> None:
    await _waiting(world)
    await world.ben.slash(world.channel, "vacation", days="10 days")
    _leaves(world, world.ben)
    await passes(world, 2, each=2)
    assert "**Ben** has left the server" in reply_text(await world.ada.slash(world.channel, "games"))
    world.guild.add_member(world.ben.user)
    await passes(world, 1)
    assert "has left the server" not in reply_text(await world.ada.slash(world.channel, "games"))
    async with world.nothing_changes():
        assert "still waits for" in reply_text(await world.ada.slash(world.channel, "match", do="call off"))
    await passes(world, 20, each=2)  # the vacation is over, but not thirty days without a move
    assert "still waits for" in reply_text(await world.ada.slash(world.channel, "match", do="call off"))
    await world.play("e5<e4")
    assert (await world.match()).state is State.RUNNING
