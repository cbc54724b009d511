"""Rematches as people see them: the button under a finished match, the offer, and the way to the new match."""

from discord import Message

from bot.model.match import State
from tests.bot.screen import AFTERWARDS, buttons_of, text_of
from tests.bot.world import World, answer, reply_text


async def _over(world: World) -> None:
    """Ada has resigned a match against Ben."""
    await world.start_match()
    question = answer(await world.ada.slash(world.channel, "match", do="resign"))
    await world.ada.click(question, label="Resign")


def _result(world: World, label: str = "Rematch") -> Message:
    """The message with the result of the first match."""
    return next(message for message in world.messages() if label in buttons_of(message))


async def test_a_rematch_is_offered_with_the_button_under_the_result(world: World) -> None:
    await _over(world)
    reply = reply_text(await world.ben.click(_result(world), label="Rematch"))
    assert reply == "You've offered a rematch in match #1: it waits for **Ada**."
    assert "**Ben** would like a rematch with sides swapped." in text_of(_result(world))
    assert set(buttons_of(_result(world))) >= {"Accept", "Decline", *AFTERWARDS}


async def test_an_accepted_rematch_begins_in_a_new_message_and_the_result_leads_to_it(world: World) -> None:
    await _over(world)
    await world.ben.click(_result(world), label="Rematch")
    reply = reply_text(await world.ada.click(_result(world), label="Accept"))
    rematch, shown = await world.match(2), world.board()
    assert rematch.state is State.RUNNING and [player.name for player in rematch.players] == ["Ben", "Ada"]
    assert world.pinged(shown) == [world.ben.id] and world.painting(shown).position == rematch.position
    assert reply == f"The rematch is match #2: [here is its board]({shown.jump_url})."
    old = _result(world, "Match #2")
    assert f"The rematch is [match #2]({shown.jump_url})." in text_of(old) and "Accept" not in buttons_of(old)


async def test_everybody_is_shown_the_way_to_an_existing_rematch(world: World) -> None:
    await _over(world)
    await world.ben.slash(world.channel, "match", do="rematch")
    await world.ada.slash(world.channel, "match", do="rematch")
    address = world.board().jump_url
    async with world.nothing_changes():
        for who in (world.ada, world.ben):
            assert address in reply_text(await who.click(_result(world, "Match #2"), label="Match #2"))
            assert address in reply_text(await who.slash(world.channel, "match", do="rematch", match="1"))


async def test_the_loser_of_fifty_clicks_on_accept_learns_where_the_rematch_is(world: World) -> None:
    await _over(world)
    await world.ben.click(_result(world), label="Rematch")
    press = world.press(world.ada, _result(world), "Accept")
    answers = [reply_text(result) for result in await world.at_once(*[press] * 50)]
    assert sum(reply.startswith("The rematch is match #2:") for reply in answers) == 1
    assert sum(reply.startswith("The rematch of match #1 has started: it's match #2.") for reply in answers) == 49
    assert len((await world.stored())["matches"]) == 2


async def test_only_those_who_have_played_can_ask_for_a_rematch(world: World) -> None:
    await _over(world)
    async with world.nothing_changes():
        reply = reply_text(await world.cleo.click(_result(world), label="Rematch"))
        assert reply.startswith("You didn't play in match #1: **Ada** and **Ben** did.")
        assert "You have no finished match here yet." in reply_text(
            await world.cleo.slash(world.channel, "match", do="rematch")
        )


async def test_a_declined_rematch_is_not_offered_again(world: World) -> None:
    await _over(world)
    await world.ben.click(_result(world), label="Rematch")
    reply = reply_text(await world.ada.click(_result(world), label="Decline"))
    assert reply == "You declined **Ben**'s offer of a rematch in match #1."
    async with world.nothing_changes():
        reply = reply_text(await world.ben.click(_result(world), label="Rematch"))
    assert "was declined, so you can't make it again; the others still can." in reply


async def test_a_match_that_runs_has_no_rematch_yet(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "match", do="rematch", match="1"))
    assert reply == "Match #1 isn't over yet. You can offer a rematch once it is."


async def test_rematch_suggests_finished_matches_of_every_game_the_latest_first(world: World) -> None:
    await _over(world)
    await world.start_match(world.ada, world.cleo)
    await world.matches.resign(world.actor(world.ada), 2)
    choices = await world.ada.autocomplete(world.channel, "match", "match", "against", do="rematch")
    assert [choice["name"] for choice in choices] == ["#2 Furl against Cleo", "#1 Furl against Ben"]
    assert reply_text(await world.ada.slash(world.channel, "match", do="rematch")).startswith(
        "You've offered a rematch in match #2"
    )


async def test_a_rematch_survives_a_restart_at_every_step(world: World) -> None:
    await _over(world)
    await world.restart()
    await world.ben.click(_result(world), label="Rematch")
    await world.restart()
    await world.ada.click(_result(world), label="Accept")
    await world.restart()
    await world.env.advance_time(60)
    assert (await world.match(2)).state is State.RUNNING and world.pinged(world.board()) == [world.ben.id]
    await world.play("a4<c4", number=2)


async def test_a_rematch_that_could_not_be_shown_appears_later_once(world: World) -> None:
    await _over(world)
    await world.ben.click(_result(world), label="Rematch")
    world.env.inject_error("POST", "/channels/*/messages", status=503)
    reply = reply_text(await world.ada.click(_result(world), label="Accept"))
    assert reply == "The rematch is match #2: its board appears as soon as Discord allows."
    await world.env.advance_time(60)
    assert world.pinged(world.board()) == [world.ben.id] and "Furl · match #2" in text_of(world.board())


async def _offered_with_dice(world: World) -> tuple[str, str]:
    """Have Ada offer a rematch of a match of Furbowl; returns its sealed secret, and the seal."""
    await world.ada.slash(world.channel, "play", game="furbowl", opponent=world.ben)
    await world.ben.click(world.board(), label="Accept")
    await world.matches.resign(world.actor(world.ada), 1)
    await world.deliver(1)
    await world.ada.slash(world.channel, "match", do="rematch")
    fairness = (await world.match()).offers[0].fairness
    assert fairness is not None
    return fairness.secret.hex(), fairness.commitment


async def test_the_seal_is_shown_with_the_offer_and_stays_with_the_result(world: World) -> None:
    _secret, seal = await _offered_with_dice(world)
    line = f"The dice of the rematch are sealed: ||`{seal}`||."
    notice = world.board()
    assert line in text_of(_result(world)) and line in text_of(notice) and world.pinged(notice) == [world.ben.id]
    assert line in text_of(answer(await world.ben.slash(world.channel, "board", match="1")))
    await world.ben.click(notice, label="Accept")
    assert seal not in text_of(world.board()), "boards are quiet"
    assert line in text_of(_result(world, "Match #2"))


async def test_the_secret_of_a_rematch_is_not_shown_before_its_end_and_can_then_be_checked(world: World) -> None:
    secret, seal = await _offered_with_dice(world)
    answers = [reply_text(await world.ben.slash(world.channel, "match", do="rematch"))]
    for command, options in (("board", {}), ("match", {"do": "verify"}), ("replay", {})):
        answers += [
            reply_text(await world.ada.slash(world.channel, command, match=number, **options)) for number in "12"
        ]
    assert not any(secret in text for text in (*answers, *map(text_of, world.messages())))
    await world.matches.resign(world.actor(world.ada), 2)
    await world.deliver(2)
    assert secret in text_of(world.board())
    reply = reply_text(await world.cleo.slash(world.channel, "match", do="verify", match="2"))
    assert f"Sealed: `{seal}`" in reply and "rolls of the match are what the sealed dice gave" in reply
    assert "The secret is the one that was sealed" in reply


async def test_a_private_board_of_the_old_match_leads_to_the_rematch(world: World) -> None:
    await _over(world)
    for who in (world.ada, world.ben):
        await who.slash(world.channel, "match", do="rematch")
    shown = answer(await world.cleo.slash(world.channel, "board", match="1"))
    assert f"The rematch is [match #2]({world.board().jump_url})." in text_of(shown)
