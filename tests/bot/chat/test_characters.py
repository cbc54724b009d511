"""Playing against the bot's own characters."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from discord import Message
from simcord.actors import MemberActor
from simcord.builders import UserHandle

from bot.actions import settings
from bot.chat.delivery.loop import THOUGHTS
from bot.model.characters import CHARACTERS, OTTER, Character, character_of, seated
from bot.model.clock import Terms
from bot.model.fairness import Fairness
from bot.model.jobs import Kind
from bot.model.match import State
from bot.model.people import Person
from bot.texts.boards import plies_of_answer
from rules.core import Seat
from rules.dice import commitment
from tests.bot.actions.results import LOST, past
from tests.bot.screen import buttons_of, choose_option, menus_of, text_of
from tests.bot.thinking import Held
from tests.bot.world import World, answer, ask_to_play, reply_text


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda character: character.key)
async def test_a_match_with_a_character_begins_at_once_and_lives_in_one_message(
    world: World, character: Character
) -> None:
    reply = reply_text(await world.ada.slash(world.channel, "play", game="furl", level=character.key, side="first"))
    assert (
        f"You play **{character.name}** (match #1, no time limit · casual)." in reply and "[Go to the board]" in reply
    )
    [board] = world.messages()
    assert not world.pinged(board)
    match = await world.match()
    assert match.terms == Terms() and character_of(match.players[1]) == character
    await world.types(world.ada, match.position.legal_moves()[0])
    match = await world.match()
    assert match.history.ply == 2 and match.to_move == match.players[0]
    [board] = world.messages()
    assert not world.pinged(board)
    shown = text_of(board)
    assert all(f"`{move}`" in shown for move in match.history.tokens), shown
    assert "Move" in buttons_of(board)
    assert len(world.painting(board).scene.steps) == 2


async def test_an_answer_is_shown_whole_and_only_the_end_of_a_long_turn_before_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = bytes(32)
    monkeypatch.setattr("bot.actions.challenges.Fairness.seal", lambda: Fairness(secret, commitment(secret)))
    await world.ada.slash(world.channel, "play", game="furbowl", level="mole", side="first")
    while not plies_of_answer(match := await world.match()):
        assert "earlier line" not in text_of(world.board()), "a turn that goes on is told from its beginning"
        moves = match.position.legal_moves()
        risky = [move for move in moves if match.position.odds(move)]
        await world.types(world.ada, (risky or moves)[-1])
    reply = text_of(world.board()).splitlines()
    [cut] = [number for number, line in enumerate(reply) if "earlier lines: see Log, behind More." in line]
    begins = next(number for number, line in enumerate(reply) if line.startswith("**Mole**"))
    assert begins - cut - 1 == 3, "the end of what Ada did, which she has seen"
    answer = [match.history.steps[ply - 1] for ply in plies_of_answer(match)]
    assert all(step.before.describe(step.move) in "\n".join(reply[begins:]) for step in answer)


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
    assert "**Otter** is thinking…" in text_of(board) and "Move" not in buttons_of(board)
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


async def test_where_others_have_written_below_the_answer_comes_in_a_new_message_in_place_of_the_old_one(
    world: World,
) -> None:
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first")
    [board] = world.messages()
    await world.ben.send(world.channel, "Is anyone up for a match?")
    await world.types(world.ada, (await world.match()).position.legal_moves()[0])
    await world.env.settle()
    written, shown = world.messages()
    assert "up for a match" in written.content and shown.id != board.id and "Move" in buttons_of(shown)
    assert not world.pinged(shown) and (await world.match()).place.message_id == shown.id
    await world.types(world.ada, (await world.match()).position.legal_moves()[0])
    await world.env.settle()
    assert [message.id for message in world.messages()] == [written.id, shown.id], "it is the newest one"


async def test_the_board_of_a_match_alone_with_a_character_is_seen_from_ones_own_side(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="second")
    [board] = world.messages()
    assert world.painting(board).scene.viewpoint == Seat(1)
    await world.ada.click(board, label="Move")
    [picker] = world.messages()
    assert world.painting(picker).scene.viewpoint == Seat(1)
    await world.ada.slash(world.channel, "settings", view="usual")
    await world.ada.click(picker, label="Back")
    [board] = world.messages()
    assert world.painting(board).scene.viewpoint is None


NOT_TO_BE_PLAYED: tuple[tuple[str, Sequence[str], str, Sequence[str], str], ...] = (
    ("furl", [], "mole", ["rated"], "Matches with Furlong's characters are always casual."),
    ("furl", [], "mole", ["players3"], "Furl is a game for 2 players, not 3."),
    ("furl", ["ben", "own"], "mole", [], "Furl is a game for 2 players, not 3."),
    ("furl", ["ben", "own"], "mole", ["players2"], "Furl with 2 players has no seat left for Mole."),
    ("farlander", ["ben", "own"], "mole", ["players2"], "Ask for more players"),
    ("furl", ["stranger"], "anyone", [], "**Stranger** is a bot that doesn't play here."),
)


async def test_impossible_matches_with_characters_are_refused(world: World) -> None:
    stranger = world.guild.add_member(world.env.create_user("Stranger", bot=True))
    known = {"ben": world.ben, "stranger": stranger, "own": _own(world)}
    for game, names, level, also, reply in NOT_TO_BE_PLAYED:
        people = [known[name] for name in names]
        async with world.nothing_changes():
            asked = await ask_to_play(world.ada, world.channel, game=game, people=people, level=level, also=also)
            assert reply in reply_text(asked)
    async with world.nothing_changes():
        asked = await world.ada.slash(world.channel, "play", game="furl", level="mole", opponent=world.ben)
        assert "Furl is a game for 2 players, not 3." in reply_text(asked)


def _own(world: World) -> MemberActor:
    """The bot, as people can name it."""
    return MemberActor(world.env, world.guild, UserHandle(world.env, world.env.backend.bot_user))


async def test_a_person_who_names_the_bot_plays_its_gentlest_character(world: World) -> None:
    own = _own(world)
    await world.ada.slash(world.channel, "play", game="furl", opponent=own)
    assert character_of((await world.match()).opponents_of(world.ada.id)[0]) == CHARACTERS[0]


async def test_people_accept_as_usual_before_a_table_with_characters_begins(world: World) -> None:
    also = ["players4", "first"]
    await ask_to_play(world.ada, world.channel, game="farlander", people=[world.ben], level="otter", also=also)
    assert (await world.match()).state is State.OPEN and world.pinged(world.board()) == [world.ben.id]
    await world.ben.click(world.board(), label="Accept")
    match = await world.match()
    assert match.state is State.RUNNING and {player.name for player in match.players} == {
        "Ada",
        "Ben",
        "Otter",
        "Otter 2",
    }


async def test_people_who_joined_a_rated_challenge_are_asked_again_before_characters_make_it_casual(
    world: World,
) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", days="3 days", also=["players3"])
    table = world.board()
    await world.ben.click(table, label="Join")
    asked = answer(await world.ada.click(world.board(), label="Fill with characters"))
    assert "Everyone who has joined is asked again" in text_of(asked)
    await world.ada.select(asked, ["furlong:fill_with:1:0:badger"])
    assert "**Badger** plays too. **Ben** is asked again" in text_of(asked)
    old, challenge = world.messages()
    assert buttons_of(old) == [] and "waits for answers below" in text_of(old)
    assert buttons_of(challenge)[:2] == ["Accept", "Decline"] and world.pinged(challenge) == [world.ben.id]
    assert "casual" in text_of(challenge) and "**Badger** plays too" in text_of(challenge)
    assert (await world.match()).state is State.OPEN
    await world.ben.click(challenge, label="Accept")
    match = await world.match()
    assert match.state is State.RUNNING and not match.terms.is_rated and match.seats == 3


async def test_people_who_joined_a_casual_challenge_play_at_once_when_characters_fill_it(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", also=["players3", "casual"])
    await world.ben.click(world.board(), label="Join")
    asked = answer(await world.ada.click(world.board(), label="Fill with characters"))
    assert "asked again" not in text_of(asked)
    await world.ada.select(asked, ["furlong:fill_with:1:0:badger"])
    assert (await world.match()).state is State.RUNNING


async def test_the_host_of_an_open_challenge_fills_its_empty_seats_with_a_character(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", also=["players4"])
    async with world.nothing_changes():
        assert "Only **Ada** can start, fill or cancel" in reply_text(
            await world.ben.click(world.board(), label="Fill with characters")
        )
    asked = answer(await world.ada.click(world.board(), label="Fill with characters"))
    assert "Who takes the 3 empty seats of match #1 (Farlander)?" in text_of(asked) and "casual: matches" in text_of(
        asked
    )
    await world.ada.select(asked, ["furlong:fill_with:1:0:badger"])
    assert "play too: match #1 starts." in text_of(asked)
    match = await world.match()
    assert match.state is State.RUNNING and not match.terms.is_rated and len(match.players) == 4


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


async def test_offers_to_a_character_are_answered_at_once(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", level="otter", side="first")
    move = (await world.match()).position.legal_moves()[0]
    await world.types(world.ada, move)
    question = answer(await world.ada.slash(world.channel, "match", do="draw"))
    assert "**Otter** answers at once." in text_of(question)
    await world.ada.click(question, label="Offer a draw")
    assert text_of(question) == "**Otter** declines the draw in match #1. You can offer one again after your next move."
    question = answer(await world.ada.slash(world.channel, "match", do="takeback"))
    assert text_of(question) == "You've taken your move back in match #1, and move again."
    question = answer(await world.ada.slash(world.channel, "match", do="resign"))
    await world.ada.click(question, label="Resign")
    [board] = world.messages()
    assert "**Ada** resigns. **Otter** (Black) wins." in text_of(board)
    reply = reply_text(await world.ada.click(board, label="Rematch"))
    assert reply.startswith("The rematch is match #2: [here is its board]")
    assert (await world.match(2)).state is State.RUNNING and not world.direct_messages(world.ada)


async def test_among_people_each_turn_of_theirs_has_one_message_and_one_ping_and_tells_what_characters_did(
    world: World,
) -> None:
    await world.ada.slash(world.channel, "play", game="farlander", level="otter", opponent=world.ben)
    await world.ben.click(world.board(), label="Accept")
    for _ in range(4):
        match, messages = await world.match(), len(world.messages())
        who = next(who for who in (world.ada, world.ben) if match.to_move is not None and match.to_move.id == who.id)
        await world.types(who, match.position.legal_moves()[0])
        later = await world.match()
        assert later.to_move is not None and len(world.messages()) == messages + 1
        assert world.pinged(world.board()) == [later.to_move.id]
        movers = {
            later.players[entry.seat].name for entry in later.history.entries[match.ply :] if entry.seat is not None
        }
        assert all(f"**{name}**" in text_of(world.board()) for name in movers)


async def _alone(world: World, game: str = "furl") -> Message:
    """A match of Ada, who moves first, against Mole; returns the board."""
    await world.ada.slash(world.channel, "play", game=game, level="mole", side="first")
    return world.board()


async def test_a_move_against_a_character_takes_three_presses_in_the_one_message(world: World) -> None:
    board = await _alone(world)
    await world.ada.click(board, label="Move")
    assert "Which disc moves?" in text_of(world.board()) and world.board().id == board.id
    await world.ada.click(world.board(), label="a4")
    result = await world.ada.click(world.board(), label="c4 · stack of 3")
    assert not result.followups and (await world.match()).history.tokens[0] == "a4<c4"
    assert [message.id for message in world.messages()] == [board.id]
    shown = text_of(world.board())
    assert "`a4<c4`" in shown and "it's your turn" in shown and buttons_of(world.board()) == ["Move", "Text", "More"]


async def test_back_from_the_first_choice_shows_the_board_again(world: World) -> None:
    board = await _alone(world)
    before, stored = (text_of(board), buttons_of(board)), await world.stored()
    await world.ada.click(board, label="Move")
    assert (text_of(world.board()), buttons_of(world.board())) != before
    await world.ada.click(world.board(), label="Back")
    assert (text_of(world.board()), buttons_of(world.board())) == before and await world.stored() == stored


async def test_nobody_else_can_pick_in_the_message_of_a_player_alone(world: World) -> None:
    board = await _alone(world)
    async with world.nothing_changes():
        assert "You're watching this match" in reply_text(await world.ben.click(board, label="Move"))
    await world.ada.click(board, label="Move")
    async with world.nothing_changes():
        assert "You're watching this match" in reply_text(await world.ben.click(world.board(), label="a4"))


async def test_a_roll_is_looked_at_before_it_is_played(world: World) -> None:
    await _alone(world, "furbowl")
    match = await world.match()
    risky = next(move for move in match.position.legal_moves() if match.position.odds(move))
    await world.ada.click(world.board(), label="Move")
    for stage in match.position.stages(risky):
        await choose_option(world.ada, world.board(), stage)
    assert "Nothing is played yet." in text_of(world.board()) and (await world.match()).ply == match.ply
    await world.ada.click(world.board(), label=f"Play {risky}")
    assert risky in (await world.match()).history.tokens


async def test_a_picker_in_the_one_message_survives_a_restart(world: World) -> None:
    board = await _alone(world)
    await world.ada.click(board, label="Move")
    await world.restart()
    await world.ada.click(world.board(), label="a4")
    await world.restart()
    await world.ada.click(world.board(), label="c4 · stack of 3")
    assert (await world.match()).history.tokens[0] == "a4<c4" and len(world.messages()) == 1


async def test_a_private_board_alone_goes_on_in_its_own_message_and_shows_the_answer(world: World) -> None:
    await _alone(world)
    private = answer(await world.ada.user.slash("board"))
    for label in ("Move", "a4", "c4 · stack of 3"):
        await world.ada.user.click(private, label=label)
    own, theirs = (await world.match()).history.tokens
    assert own == "a4<c4" and f"`{own}`" in text_of(private)
    assert f"`{theirs}`" in text_of(private) and "Move" in buttons_of(private), "the answer has come there too"


async def test_a_move_that_is_typed_elsewhere_is_answered_with_the_private_board(world: World) -> None:
    await _alone(world)
    private = answer(await world.ada.user.slash("move", move="a4<c4"))
    await world.env.settle()
    assert all(f"`{move}`" in text_of(private) for move in (await world.match()).history.tokens)
    assert "Move" in buttons_of(private)


async def test_the_one_message_is_still_there_after_a_long_turn_and_a_typed_move(world: World) -> None:
    await _alone(world, "furbowl")
    seen, match = [message.id for message in world.messages()], await world.match()
    safe = next(move for move in match.position.legal_moves() if not match.position.odds(move))
    await world.ada.click(world.board(), label="Move")
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


async def test_a_rating_can_be_typed_for_a_level_and_the_nearest_character_plays_to_the_end(world: World) -> None:
    reply = reply_text(await world.ada.slash(world.channel, "play", game="furl", level="1580"))
    assert reply.startswith("You play **Otter +100** (match #1,")
    match = await world.match()
    while match.state is State.RUNNING and match.ply < 12:
        await world.types(world.ada, match.position.legal_moves()[0])
        match = await world.match()
    assert match.ply >= 12 or match.state is State.FINISHED
    shown = answer(await world.ada.slash(world.channel, "board"))
    assert "Otter +100" in text_of(shown)


@pytest.mark.parametrize(("level", "name"), [("lynx+900", "Lynx"), ("otter+900", "Otter +300")])
async def test_nobody_plays_a_character_that_claims_to_be_stronger_than_it_gets(
    world: World, level: str, name: str
) -> None:
    reply = reply_text(await world.ada.slash(world.channel, "play", game="furl", level=level))
    assert reply.startswith(f"You play **{name}** (match #1,")


@pytest.mark.parametrize(("level", "name"), [("Otter +100", "Otter +100"), (" LYNX ", "Lynx"), ("Equal", "Mole")])
async def test_a_level_can_be_typed_as_it_is_shown(world: World, level: str, name: str) -> None:
    reply = reply_text(await world.ada.slash(world.channel, "play", game="furl", level=level))
    assert reply.startswith(f"You play **{name}** (match #1,")


async def test_a_typed_rating_is_that_in_a_match_of_as_many_as_play(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="farlander", opponent=world.ben, level="1310")
    assert [one.name for one in (await world.match()).players if one.is_character] == ["Lynx"]


async def test_levels_are_suggested_with_their_ratings_in_the_chosen_game(world: World) -> None:
    async def suggested(typed: str, **options: str) -> dict[str, str]:
        found = await world.ada.autocomplete(world.channel, "play", "level", typed, **options)
        return {choice["value"]: choice["name"] for choice in found}

    without = await suggested("")
    assert [*without] == [*(one.key for one in CHARACTERS), "equal"] and without["otter"].startswith("Otter · Playful")
    here = await suggested("", game="furl")
    assert here["otter"].startswith("Otter · About 1450. Playful") and here["equal"] == "About as strong as you"
    assert [*await suggested("13", game="furl")] == ["hedgehog+400"]
    assert [*await suggested("14", game="furl")] == ["otter"]
    assert len(await suggested("1", game="furl")) > len(CHARACTERS)
    assert [*await suggested("9999", game="furl")] == ["lynx"]
    assert [*await suggested("mole", game="furl")] == ["mole", "mole+100"]


async def test_a_level_that_is_none_is_refused_with_what_there_is(world: World) -> None:
    for level in ("dragon", "12345", "١٣٠٠", "otter+2000", "-5"):
        reply = reply_text(await world.ada.slash(world.channel, "play", game="furl", level=level))
        assert "isn't one of Furlong's characters" in reply, level


async def test_nobody_learns_how_strong_another_person_is(world: World) -> None:
    await _have_lost(world, 3)
    reply = reply_text(await world.ben.slash(world.channel, "play", game="furl", level="equal"))
    assert reply.startswith("You play **Mole** (match #4,")
