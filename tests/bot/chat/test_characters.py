"""Playing against the bot's own characters."""

from dataclasses import replace
from datetime import timedelta
from itertools import takewhile

import pytest
from discord import Message

from bot.actions import settings
from bot.chat.delivery.loop import THOUGHTS
from bot.model.characters import seated
from bot.model.fairness import Fairness
from bot.model.jobs import Kind
from bot.model.match import Match
from bot.model.people import Person
from bot.texts.boards import MOST_OF_SEAT, plies_of_answer
from players.characters import OTTER
from rules.dice import commitment
from tests.bot.actions.results import LOST, past
from tests.bot.screen import choose_option, components_of, menus_of, option_ids, text_of
from tests.bot.thinking import Held
from tests.bot.world import World, answer, ask_to_play, reply_text


async def test_above_the_board_stands_the_end_of_a_long_turn_and_of_the_answer_and_the_log_has_all(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = bytes(32)
    monkeypatch.setattr("bot.actions.challenges.Fairness.seal", lambda: Fairness(secret, commitment(secret)))
    await world.ada.slash(world.channel, "play", game="furbowl", level="mole", side="first")
    while not plies_of_answer(match := await world.match()):
        assert _said_of_last_step(match) in text_of(world.board()), "the latest step, with its dice"
        moves = match.position.legal_moves()
        risky = [move for move in moves if match.position.odds(move)]
        await world.types(world.ada, (risky or moves)[-1])
    shown = text_of(world.board()).splitlines()
    [cut] = [number for number, line in enumerate(shown) if "earlier lines: see Log, behind More." in line]
    told = [*takewhile(lambda line: "it's your turn" not in line, shown[cut + 1 :])]
    assert told and len("".join(told)) <= MOST_OF_SEAT * match.seats, "a phone shows the board, too"
    assert told[-1].startswith("… then")
    words = reply_text(await world.ada.click(world.board(), label="Text")).splitlines()
    assert set(told) < set(words) and any(line.startswith("**Mole**") for line in words), "no picture shows more"
    log = reply_text(await world.ada.click(answer(await world.ada.click(world.board(), label="More")), label="Log"))
    answered = [match.history.steps[ply - 1] for ply in plies_of_answer(match)]
    assert all(step.before.describe(step.move) in log for step in answered)


def _said_of_last_step(match: Match) -> str:
    step = match.history.steps[-1]
    return step.before.describe(step.move)


async def _thinking(world: World) -> Held:
    """A match against Otter, who is thinking, after Ada's first move."""
    held = Held()
    await world.restart(held)
    await world.ada.slash(world.channel, "play", game="furl", level="otter", side="first")
    await world.matches.play(world.actor(world.ada), 1, (await world.match()).position.legal_moves()[0])
    world.bot.delivery.look(Kind.THOUGHT)
    await held.is_asked.wait()
    await world.deliver(1)
    return held


async def test_a_turn_is_found_after_a_restart_in_the_middle_of_it_and_shown_in_the_same_message(world: World) -> None:
    await _thinking(world)
    [board] = world.messages()
    assert "**Otter** is thinking…" in text_of(board) and not option_ids(board)
    assert (await world.match()).ply == 1
    await world.restart()
    await world.env.advance_time(30)
    assert [message.id for message in world.messages()] == [board.id]
    assert (await world.match()).ply == 2 and "it's your turn" in text_of(world.board())


async def test_where_many_matches_wait_for_a_move_the_board_says_how_long_it_may_take(world: World) -> None:
    held = await _thinking(world)
    assert "Many matches wait" not in text_of(world.board())
    held.wait = timedelta(seconds=95)
    await world.matches.announce_again()
    await world.deliver(1)
    assert "Many matches wait for a move just now: this one may take 2 minutes." in text_of(world.board())
    held.go_on()


async def test_an_answer_that_took_longer_than_a_minute_comes_in_a_new_message_that_pings(world: World) -> None:
    held = await _thinking(world)
    await world.env.advance_time(70)
    held.go_on()
    await world.bot.delivery.deliver_due(THOUGHTS)
    await world.env.settle()
    [board] = world.messages()
    assert world.pinged(board) == [world.ada.id], "it has taken the place of the older one"


async def test_nobody_but_a_forger_asks_for_a_character_that_is_none(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl")
    menu = world.forged(world.ada, world.board(), "furlong:fill_with:1:0:dragon")
    async with world.nothing_changes():
        [reply] = await world.at_once(menu)
        assert "“dragon” isn't one of Furlong's characters." in reply_text(reply)


async def test_where_the_server_wants_threads_the_one_message_is_in_a_thread(world: World) -> None:
    await settings.settle(world.bot.services.context, world.guild.id, lambda before: replace(before, uses_threads=True))
    await world.ada.slash(world.channel, "play", game="furl", level="otter", side="first")
    await world.types(world.ada, (await world.match()).position.legal_moves()[0])
    match = await world.match()
    assert match.ply == 2 and match.place.thread_id is not None
    [thread] = world.channel.threads
    [board] = world.messages(thread)
    assert board.id == match.place.message_id and "it's your turn" in text_of(board)


async def _alone(world: World, game: str = "furl") -> Message:
    """A match of Ada, who moves first, against Mole; returns the board."""
    await world.ada.slash(world.channel, "play", game=game, level="mole", side="first")
    return world.board()


async def test_alone_a_roll_is_played_as_chosen_because_the_board_has_told_its_chances(world: World) -> None:
    await _alone(world, "furbowl")
    position = (await world.match()).position
    risky = next(move for move in position.legal_moves() if position.odds(move))
    *stages, last = position.stages(risky)
    for stage in stages:
        await choose_option(world.ada, world.board(), stage)
    assert position.option(last, [risky]).effect in str([*components_of(world.board())])
    await choose_option(world.ada, world.board(), last)
    assert risky in (await world.match()).history.tokens


async def test_whoever_confirms_every_move_looks_at_each_before_it_is_played(world: World) -> None:
    await world.confirms_every_move(world.ada)
    await _alone(world)
    for stage in ("a4", "a4<c4"):
        await choose_option(world.ada, world.board(), stage)
    assert "Nothing is played yet." in text_of(world.board()) and (await world.match()).ply == 0
    await world.ada.click(world.board(), label="Play a4<c4")
    assert "a4<c4" in (await world.match()).history.tokens


async def test_a_move_that_is_typed_elsewhere_is_answered_with_the_private_board(world: World) -> None:
    await _alone(world)
    private = answer(await world.ada.user.slash("move", move="a4<c4"))
    await world.env.settle()
    assert all(f"`{move}`" in text_of(private) for move in (await world.match()).history.tokens)
    assert option_ids(private), "which is the picker"


async def test_the_one_message_is_still_there_after_a_long_turn_and_a_typed_move(world: World) -> None:
    await _alone(world, "furbowl")
    seen, match = [message.id for message in world.messages()], await world.match()
    safe = next(move for move in match.position.legal_moves() if not match.position.odds(move))
    for stage in match.position.stages(safe):
        await choose_option(world.ada, world.board(), stage)
    assert (await world.match()).ply > match.ply
    for _again in range(2):
        await world.types(world.ada, (await world.match()).position.legal_moves()[-1])
    assert [message.id for message in world.messages()] == seen


async def _have_lost(world: World, times: int) -> None:
    """Let Ada lose so many matches of Furl to Otter, who has 1450 there."""
    otter = seated(OTTER, 1)[0]
    database, ada = world.bot.services.context.database, Person(world.ada.id, "Ada")
    await past(database, world.guild.id, *[((ada, otter), LOST)] * times, game="furl")


async def test_after_three_matches_one_is_offered_whoever_is_about_as_strong(world: World) -> None:
    await _have_lost(world, 2)
    before = answer(await world.ada.slash(world.channel, "help"))
    games = answer(await world.ada.click(before, label="Play a character"))
    assert "against **Mole**?" in text_of(games) and "About as strong as you" not in str(menus_of(games))
    await _have_lost(world, 1)
    games = answer(await world.ada.click(before, label="Play a character"))
    assert "You meet whichever character is about as strong as you in it." in text_of(games)
    hints = {value: hint for menu in menus_of(games).values() for value, hint in menu.items()}
    assert hints["furlong:meet_one:0:0:furl/hedgehog+200"] == "Against Hedgehog +200, who's about as strong as you"
    assert hints["furlong:meet_one:0:0:fursaz/mole"] == "Against Mole, until you've played more of it"
    await choose_option(world.ada, games, "furlong:meet:0:0:badger")
    assert "against **Badger**?" in text_of(games)
    await choose_option(world.ada, games, "furlong:meet:0:0:equal")
    await choose_option(world.ada, games, "furlong:meet_one:0:0:furl/hedgehog+200")
    assert text_of(games).startswith("You play **Hedgehog +200** (match #4,")


async def test_whoever_is_about_as_strong_can_be_named_in_the_command_and_in_its_window(world: World) -> None:
    await _have_lost(world, 3)
    for number, (game, name) in enumerate((("furl", "Hedgehog +200"), ("fursaz", "Mole")), start=4):
        reply = reply_text(await world.ada.slash(world.channel, "play", game=game, level="equal"))
        assert reply.startswith(f"You play **{name}** (match #{number},")
    reply = reply_text(await ask_to_play(world.ada, world.channel, game="furl", level="equal"))
    assert reply.startswith("You play **Hedgehog +200** (match #6,")


async def test_a_typed_rating_is_that_in_a_match_of_as_many_as_play(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="farlander", opponent=world.ben, level="1310")
    assert [one.name for one in (await world.match()).players if one.is_character] == ["Lynx"]


async def test_nobody_learns_how_strong_another_person_is(world: World) -> None:
    await _have_lost(world, 3)
    reply = reply_text(await world.ben.slash(world.channel, "play", game="furl", level="equal"))
    assert reply.startswith("You play **Mole** (match #4,")
