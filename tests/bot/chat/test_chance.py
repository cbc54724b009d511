"""Dice and rolls in messages: sealed, rolled in the message of the move, and checked by anyone afterwards."""

import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields, replace
from unittest.mock import Mock

import pytest
from discord import Message
from simcord.actors import MemberActor

from bot.chat.core import messages
from bot.chat.matches import views
from bot.model.adjudication import reason
from bot.model.challenges import Proposal
from bot.model.fairness import Fairness, RollCheck
from bot.model.match import Match, State
from bot.texts import challenges as challenge_texts
from bot.texts import dice as dice_texts
from bot.texts.symbols import NO_SYMBOLS
from rules import GAMES
from rules.core import CHANCE, Game, Move, Position, Seat
from rules.dice import commitment
from tests.bot.screen import alt_texts_of, button_id, buttons_of, text_of
from tests.bot.world import World, answer, reply_text

_SECRET = bytes(range(32))
_LONGEST_TEXT = 4000


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every match the same secret."""
    monkeypatch.setattr("bot.actions.challenges.Fairness.seal", lambda: Fairness(_SECRET, commitment(_SECRET)))


async def _begin(world: World, game: str = "furbowl") -> Message:
    """A match with Ada in the first seat against Ben; returns its board."""
    await world.ada.slash(world.channel, "play", game=game, opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    return world.board()


async def _resign(world: World, who: MemberActor) -> Message:
    """Have a person resign the match; returns the message with the result."""
    question = answer(await who.slash(world.channel, "match", do="resign"))
    await who.click(question, label="Resign")
    return world.board()


async def _mover(world: World) -> MemberActor:
    player = (await world.match()).to_move
    return world.ada if player is not None and player.id == world.ada.id else world.ben


async def _reach(world: World, wanted: Callable[[Position, Move], bool]) -> Move:
    """Play on in the store until such a move is legal; returns it."""
    while True:
        position = (await world.match()).position
        found = next((move for move in position.legal_moves() if wanted(position, move)), None)
        if found is not None:
            await world.deliver(1)
            return found
        closer = min(position.legal_moves(), key=lambda move: (_from_ball(position, move), move))
        await world.matches.play(world.actor(await _mover(world)), 1, closer)


def _from_ball(position: Position, move: Move) -> int:
    """The distance from the middle of the pitch to the end of an animal's move; large for all other moves."""
    square = re.fullmatch(r"[a-z]+-(\d+),(\d+)", move)
    return 99 if square is None or position.odds(move) else max(abs(int(square[1]) - 8), abs(int(square[2]) - 5))


def _forge(world: World, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(world.database)) as connection, connection:
        connection.execute(statement, values)


def _rolls(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("🎲")]


# --- the seal ---


async def test_a_game_that_does_not_name_its_chance_has_words_for_any(world: World) -> None:
    await _begin(world)
    nameless = replace(GAMES["furbowl"], chance=next(field.default for field in fields(Game) if field.name == "chance"))
    match = await world.match()
    sealed = dice_texts.sealed_for_rematch(nameless, Mock(fairness=match.fairness))
    assert "Sealed for the rematch: whatever chance decides. The seal is `" in sealed


async def test_everybody_sees_the_seal_before_anybody_has_agreed_and_challenges_are_without_it(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furbowl", opponent=world.ben, side="first")
    fairness = (await world.match()).fairness
    assert fairness is not None and fairness.commitment not in text_of(world.board())
    for who in (world.ada, world.ben, world.cleo):
        assert f"The seal is `{fairness.commitment}`." in reply_text(await who.click(world.board(), label="Chance"))
    await world.ben.click(world.board(), label="Accept")
    assert fairness.commitment in text_of(world.messages()[1]) and fairness.commitment not in text_of(
        world.messages()[0]
    )


async def test_the_message_with_which_a_match_begins_never_changes(world: World) -> None:
    await _begin(world)
    start = text_of(world.messages()[1])
    await world.play(*(await world.match()).position.legal_moves()[:1])
    await world.matches.announce_again()
    await world.deliver(1)
    await _resign(world, world.ada)
    assert text_of(world.messages()[1]) == start and world.messages()[1].edited_at is None


async def test_a_match_whose_beginning_was_not_noted_begins_with_the_next_message(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ada.slash(world.channel, "play", game="furbowl", opponent=world.ben, side="first")
    with monkeypatch.context() as crashing:
        crashing.setattr("bot.actions.challenges.begin_with", _crash)
        await world.ben.click(world.board(), label="Accept")
    match = await world.match()
    assert match.is_about_to_begin and match.ply == 0 and "are about to play" in challenge_texts.challenge_status(match)
    await world.restart()
    await world.matches.announce_again()
    await world.bot.delivery.deliver_due()
    match = await world.match()
    assert match.state is State.RUNNING and match.fairness is not None
    assert match.fairness.fixed_later in {str(message.id) for message in world.messages()}
    assert buttons_of(world.board())[0] == "Move"


async def test_a_match_whose_first_message_is_not_out_yet_waits_for_that_message_and_for_nobody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.actions.challenges.begin_with", _crash)
    await world.ada.slash(world.channel, "play", game="furbowl", level="mole")
    assert (await world.match()).is_about_to_begin
    reply = reply_text(await world.ada.slash(world.channel, "match", match="1", do="draw"))
    assert reply == "Match #1 starts as soon as its first message can be posted."


def _crash(*_arguments: object) -> None:
    raise ConnectionError("the machine went down")


# --- checking ---


async def test_the_numbers_behind_verify_are_all_that_checking_needs(world: World) -> None:
    await _begin(world, "farlander")
    card = await _resign(world, world.ben)
    assert _SECRET.hex() not in text_of(card), "whoever wants to check asks for it"
    text = text_of(answer(await world.ben.click(card, label="Verify")))
    found = re.search(r"Secret: `([0-9a-f]+)`.*\n.*Mixed with: `([0-9]+)`", text)
    assert found is not None
    dice = Fairness(bytes.fromhex(found[1]), "", int(found[2])).dice
    position = GAMES["farlander"].start(2)
    for number, move in enumerate((await world.match()).history.tokens):
        assert position.turn is CHANCE
        outcomes = position.legal_moves()
        assert outcomes[dice.roll(number, len(outcomes))] == move
        position = position.play(move)


async def test_a_forged_roll_is_found_out_and_named(world: World) -> None:
    await _begin(world)
    await _resign(world, world.ben)
    token = (await world.match()).history.tokens[0]
    rest = f"substr(tokens, {len(token) + 1})"
    _forge(world, f"UPDATE records SET tokens = ? || {rest}", "wide" if token != "wide" else "central")
    reply = reply_text(await world.ada.slash(world.channel, "match", do="verify"))
    assert "**1 of 2 decisions of chance is not as the secret says**: in the Log, number 1." in reply
    assert "The secret is the one that was sealed" in reply


async def test_a_secret_that_was_exchanged_is_found_out(world: World) -> None:
    await _begin(world, "farlander")
    await _resign(world, world.ben)
    _forge(world, "UPDATE matches SET secret = ?", bytes(32))
    reply = reply_text(await world.ada.slash(world.channel, "match", do="verify"))
    assert (
        "**The secret isn't the one that was sealed**" in reply
        and "decisions of chance are not as the secret says" in reply
    )
    assert "is the one that was sealed" not in reply


async def test_a_seal_that_was_exchanged_is_found_out_though_all_rolls_fit(world: World) -> None:
    await _begin(world)
    await _resign(world, world.ben)
    _forge(world, "UPDATE matches SET commitment = ?", commitment(bytes(32)))
    reply = reply_text(await world.ada.slash(world.channel, "match", do="verify"))
    assert "**The secret isn't the one that was sealed**" in reply and "Chance decided 2 times" in reply


async def test_of_many_forged_rolls_the_first_are_named(world: World) -> None:
    await _begin(world)
    match: Match = await world.match()
    assert match.fairness is not None
    reply = dice_texts.verified(match, RollCheck(30, tuple(range(1, 14))), match.fairness)
    assert "in the Log, numbers 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 3 more." in reply


# --- rolling ---


async def test_a_roll_is_recorded_and_shown_in_the_message_of_the_move_that_led_to_it(world: World) -> None:
    await _begin(world)
    move = await _reach(world, lambda position, move: "-tackle-" in move)
    before, count = await world.match(), len(world.messages())
    reply = await world.types(await _mover(world), move)
    match, board = await world.match(), world.board()
    assert match.history.tokens[before.ply] == move and match.history.steps[before.ply + 1].before.turn is CHANCE
    rolled = match.history.steps[before.ply + 1].before.describe(match.history.tokens[before.ply + 1])
    for text in (text_of(board), reply):  # further rolls, such as the one for a big hit, are behind the first
        assert any(line.startswith(f"🎲 {rolled}") for line in _rolls(text))
    assert rolled in alt_texts_of(board)[0]
    assert rolled in text_of(board) and f"`{move}`" in reply
    assert len(world.messages()) - count == (match.to_move != before.to_move)
    assert match.history.tokens[before.ply + 1] in rolled, "the two dice themselves"


async def test_the_roll_that_a_move_needs_is_in_suggestions_and_in_the_picker(world: World) -> None:
    board = await _begin(world)
    position = (await world.match()).position
    move = next(move for move in position.legal_moves() if position.odds(move))
    odds = position.odds(move)
    assert re.fullmatch(r"pick-up: needs \d+\+ on two dice, \d+%", odds)
    suggested, *_others = await world.ada.autocomplete(world.channel, "move", "move", move)
    assert suggested["name"].startswith(f"{move} · {odds} · moves the ")
    picker = await world.opens_picker(world.ada, board)
    *steps, last = position.stages(move)
    await world.chooses(world.ada, picker, *steps)
    option = position.option(last, [move])
    assert option.effect == f"pick-up: {odds.rpartition(' ')[2]}"
    asked = await world.chooses(world.ada, picker, last)
    assert f"({odds})" in asked and button_id(picker, f"Play {move}")


async def test_the_board_names_the_winning_score_and_pings_only_the_other_player(world: World) -> None:
    await _begin(world)
    while (match := await world.match()).state is State.RUNNING:
        mover = await _mover(world)
        await world.matches.play(world.actor(mover), 1, _best(match.position))
    await world.deliver(1)
    board = world.board()
    assert match.result is not None and sorted(match.result.places) == [1, 2]
    assert f"wins: {reason(match)}." in text_of(board) and _SECRET.hex() not in text_of(board)
    last = next(step.before.turn for step in reversed(match.history.steps) if step.before.turn is not CHANCE)
    assert isinstance(last, int) and world.pinged(board) == [match.players[1 - last].id]
    assert f"Chance decided {match.history.rolls} times" in reply_text(await world.ada.click(board, label="Verify"))


def _best(position: Position) -> Move:
    """A move that scores, else one with the ball or to it, else the end of the turn."""
    legal = position.legal_moves()
    scoring = [move for move in legal if position.describe(move).endswith("and scores")]
    fetching = [move for move in legal if "to pick up the ball" in position.describe(move)]
    goal = 15 if position.turn == 0 else 1
    carrier = re.search(r"Ball: .*?(rabbit|fox|bear|tortoise|cat)", str(position))
    running = [move for move in legal if carrier and re.fullmatch(rf"{carrier[1]}-\d+,\d+", move)]
    running.sort(key=lambda move: abs(goal - int(move.split("-")[1].split(",")[0])))
    stopping = [move for move in legal if move in ("end", "finish")]
    return [*scoring, *fetching, *running[:1], *stopping, *legal][0]


@pytest.mark.parametrize(("game", "seats"), [("farlander-garrisons", 4)])
async def test_every_message_of_a_match_with_chance_fits(world: World, game: str, seats: int) -> None:
    names = {number: f"{'*' * 31}{number}" for number in range(seats)}
    people = [world.guild.add_member(world.env.create_user(f"p{at}", global_name=name)) for at, name in names.items()]
    host, *guests = (world.actor(who) for who in people)
    proposal = Proposal(GAMES[game], world.channel.id, tuple(guest.person for guest in guests), Seat(0))
    match = await world.matches.propose(host, world.guild.id, proposal)
    assert _length(await views.post(match, NO_SYMBOLS)) <= _LONGEST_TEXT
    for guest in guests:
        match = await world.matches.join(guest, match.id)
    choose = random.Random(7).choice
    while match.to_move is not None and match.ply < 150:
        mover = next(actor for actor in (host, *guests) if actor.person.id == match.to_move.id)
        match = (await world.matches.play(mover, match.id, choose(match.position.legal_moves()))).match
        if match.ply % 5 == 0:
            assert _length(await views.post(match, NO_SYMBOLS)) <= _LONGEST_TEXT
    while match.state is State.RUNNING:
        match = await world.matches.resign(host, match.id)
    assert match.fairness is not None
    assert _length(await views.post(match, NO_SYMBOLS)) <= _LONGEST_TEXT
    assert (
        len(dice_texts.verified(match, RollCheck(10**6, tuple(range(10**5, 10**5 + 20))), match.fairness))
        <= _LONGEST_TEXT
    )


def _length(post: messages.Post) -> int:
    """The total length of the texts of a message."""
    return post.view.content_length()
