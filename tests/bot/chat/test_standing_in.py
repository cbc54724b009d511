"""A character takes over a seat, as people see it."""

from dataclasses import dataclass

from discord import Message
from simcord.actors import MemberActor

from bot.chat.core.press import id_of
from bot.chat.delivery.loop import THOUGHTS
from bot.model.characters import LYNX
from bot.model.match import State
from bot.screens.core import Act
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text


async def _board(world: World) -> Message:
    """The message that shows the match, above any notices."""
    shown = (await world.match()).place.message_id
    return next(message for message in world.messages() if message.id == shown)


@dataclass(frozen=True)
class LeftTable:
    """A match of Farlander for three that one player has left."""

    leaver: MemberActor
    stays: tuple[MemberActor, MemberActor]


async def _left(world: World) -> LeftTable:
    """Have the player to move leave."""
    await ask_to_play(world.ada, world.channel, game="farlander", people=[world.ben, world.cleo], also=["first"])
    for person in (world.ben, world.cleo):
        await person.click(world.board(), label="Accept")
    mover = (await world.match()).to_move
    assert mover is not None
    leaver = next(person for person in (world.ada, world.ben, world.cleo) if person.id == mover.id)
    first, second = (person for person in (world.ada, world.ben, world.cleo) if person is not leaver)
    question = answer(await leaver.slash(world.channel, "match", do="resign"))
    assert "perhaps with a character in your seat" in text_of(question)
    await leaver.click(question, label="Resign")
    return LeftTable(leaver, (first, second))


async def test_a_match_that_waits_for_answers_is_not_called_over(world: World) -> None:
    table = await _left(world)
    for person in (table.leaver, *table.stays):
        listed = reply_text(await person.slash(world.channel, "games"))
        assert "waits until it's clear who plays on" in listed and "over" not in listed
        profile = reply_text(await person.slash(world.channel, "profile"))
        assert "waits until it's clear who plays on" in profile and "over" not in profile


async def test_all_who_stay_agree_and_the_character_plays_on(world: World) -> None:
    table = await _left(world)
    leaver, (first, second) = table.leaver.name, table.stays
    shown = text_of(await _board(world))
    assert f"**{leaver}** has left, and comes last. **Badger** plays on in that seat if everybody agrees" in shown
    assert f"The match waits until it's clear who plays on for **{leaver}**." in shown
    assert {"Agree", "Leave it empty"} < set(buttons_of(await _board(world)))
    assert "Move" not in buttons_of(await _board(world))
    reply = reply_text(await first.click(await _board(world), label="Agree"))
    assert reply == f"You've agreed to a stand-in in match #1; **{second.name}** has still to answer."
    reply = reply_text(await second.click(await _board(world), label="Agree"))
    assert reply == f"**Badger** plays on for **{leaver}** in match #1."
    assert f"Badger for {leaver}" in text_of(await _board(world))
    seat = (await world.match()).seat_of(table.leaver.id)
    assert seat is not None and world.painting(await _board(world)).scene.faces[seat] == "badger"
    await world.bot.delivery.deliver_due(THOUGHTS)
    match = await world.match()
    assert match.to_move is not None and match.to_move.id in (first.id, second.id)
    assert "You've left match #1" in reply_text(await table.leaver.slash(world.channel, "match", do="draw", match="1"))


async def test_one_who_does_not_agree_is_enough_for_the_seat_to_retire(world: World) -> None:
    table = await _left(world)
    reply = reply_text(await table.stays[0].click(await _board(world), label="Leave it empty"))
    assert reply == f"You didn't agree, so the seat of **{table.leaver.name}** in match #1 stays empty."
    assert "leaves; the others play on" in text_of(await _board(world))
    assert "Agree" not in buttons_of(await _board(world))


async def test_only_people_who_stay_have_a_say(world: World) -> None:
    table = await _left(world)
    offer = (await world.match()).open_offers[0]
    stranger = world.guild.add_member(world.env.create_user("Stranger"))
    board = await _board(world)
    async with world.nothing_changes():
        for person in (table.leaver, stranger):
            reply = reply_text(await person.click(board, label="Agree"))
            assert "can answer it" in reply
        forged = world.forged(table.stays[0], board, id_of(Act("offer_yes", 1, 0, f"{offer.id + 7}")))
        [result] = await world.at_once(forged)
        assert "There's no such offer" in reply_text(result)
        assert "It isn't your turn" in reply_text(
            await table.stays[0].slash(world.channel, "move", move="a1", match="1")
        )


async def test_a_character_stands_in_under_the_user_name_of_a_player_of_whose_name_nothing_is_seen(
    world: World,
) -> None:
    world.env.backend.edit_member(world.guild.id, world.ada.id, {"nick": "\u3164"})
    board = await world.start_match()
    question = answer(await world.ada.click(answer(await world.ada.click(board, label="More")), label="Hand over"))
    await world.ada.click(question, label="Otter")
    await world.ben.click(await _board(world), label="Accept")
    assert "**Otter for Ada**" in text_of(await _board(world))


async def test_a_forged_button_hands_over_to_nobody_stronger_than_the_game_has(world: World) -> None:
    board = await world.start_match()
    await world.at_once(world.forged(world.ada, board, id_of(Act("handover_to", 1, 0, "lynx+900"))))
    [offer] = (await world.match()).open_offers
    assert offer.character == LYNX


async def test_two_agree_that_a_character_finishes_their_match(world: World) -> None:
    board = await world.start_match()
    behind = answer(await world.ada.click(board, label="More"))
    question = answer(await world.ada.click(behind, label="Hand over"))
    async with world.nothing_changes():
        [reply] = await world.at_once(world.forged(world.cleo, board, id_of(Act("handover_to", 1, 0, "lynx"))))
        assert "You're watching this match" in reply_text(reply)
    await world.ada.click(question, label="Otter")
    assert "**Ada** asks to let **Otter** finish this match; it would be casual" in text_of(await _board(world))
    asked = answer(await world.ben.slash(world.channel, "match", do="hand over"))
    assert "**Ada** asks to let **Otter** finish" in text_of(asked) and buttons_of(asked) == ["Accept", "Decline"]
    await world.ben.click(await _board(world), label="Accept")
    match = await world.match()
    assert match.state is State.RUNNING and not match.terms.is_rated
    assert "Otter for Ada" in text_of(await _board(world))


async def test_a_match_with_a_character_is_not_handed_over(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first")
    assert "Hand over" not in buttons_of(answer(await world.ada.click(world.board(), label="More")))
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "match", do="hand over"))
        assert reply.startswith("Only a match between two people can be handed over")


async def test_another_player_plays_on_if_all_who_stay_agree(world: World) -> None:
    table = await _left(world)
    leaver, (first, second) = table.leaver, table.stays
    dan = world.guild.add_member(world.env.create_user("Dan"))
    label = f"Play on for {leaver.name}"
    reply = reply_text(await dan.click(await _board(world), label=label))
    assert reply.startswith("You've asked for a seat in match #1: it waits for")
    shown = text_of(await _board(world))
    assert f"**Dan** would like to play on in the seat that **{leaver.name}** has left" in shown
    assert label not in buttons_of(await _board(world))
    offer = (await world.match()).open_offers[-1]
    for person in (first, second):
        [result] = await world.at_once(
            world.forged(person, await _board(world), id_of(Act("offer_yes", 1, 0, f"{offer.id}")))
        )
    assert reply_text(result) == f"**Dan** plays on for **{leaver.name}** in match #1."
    board = await _board(world)
    assert f"Dan for {leaver.name}" in text_of(board) and world.pinged(board) == [dan.id]
    await world.restart()
    assert "match #1" in reply_text(await dan.slash(world.channel, "games"))
    move = (await world.match()).position.legal_moves()[0]
    assert "Dan" in text_of(await _board(world)) and "not" not in reply_text(
        await dan.slash(world.channel, "move", move=move, match="1")
    )
    assert (await world.match()).history.tokens[-1] == move
    assert "You've left match #1" in reply_text(await leaver.slash(world.channel, "match", do="draw", match="1"))
    await world.matches.offer_draw(world.actor(first), 1)
    for person in (second, dan):
        offer = (await world.match()).open_offers[-1]
        await world.at_once(world.forged(person, await _board(world), id_of(Act("offer_yes", 1, 0, f"{offer.id}"))))
    result = await _board(world)
    assert set(world.pinged(result)) == {leaver.id, first.id, second.id, dan.id} and f"<@{dan.id}>" in text_of(result)


async def test_a_seat_is_free_for_those_alone_who_do_not_play_and_nobody_asks_again(world: World) -> None:
    table = await _left(world)
    first, _second = table.stays
    board, label = await _board(world), f"Play on for {table.leaver.name}"
    dan = world.guild.add_member(world.env.create_user("Dan"))
    await first.slash(world.channel, "block", person=dan)
    async with world.nothing_changes():
        for person in (first, table.leaver):
            assert "You already play in match #1" in reply_text(await person.click(board, label=label))
        assert reply_text(await dan.click(board, label=label)).startswith(
            f"**{first.name}** isn't taking challenges or offers"
        )
        for number in ("7", "x", "-1"):
            [forged] = await world.at_once(world.forged(dan, board, id_of(Act("seat", 1, 0, number))))
            assert "isn't taking" in reply_text(forged) or "isn't free: nobody has left it" in reply_text(forged)
    await first.slash(world.channel, "block")
    eve = world.guild.add_member(world.env.create_user("Eve"))
    first_press, second_press = await world.at_once(*[world.press(eve, board, label) for _ in range(2)])
    assert reply_text(first_press) != reply_text(second_press)
    assert sum(offer.by_id == eve.id for offer in (await world.match()).offers) == 1
    offer = (await world.match()).open_offers[-1]
    await world.at_once(world.forged(first, board, id_of(Act("offer_no", 1, 0, f"{offer.id}"))))
    assert (await world.match()).substitutes == () and "Agree" in buttons_of(await _board(world))
    async with world.nothing_changes():
        assert "have declined your request for a seat" in reply_text(await eve.click(await _board(world), label=label))
    await first.click(await _board(world), label="Leave it empty")
    seat = (await world.match()).seat_of(table.leaver.id)
    async with world.nothing_changes():
        [stale] = await world.at_once(world.forged(eve, board, id_of(Act("seat", 1, 0, f"{seat}"))))
        assert "isn't free: nobody has left it" in reply_text(stale)
