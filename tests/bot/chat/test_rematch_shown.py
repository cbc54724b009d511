"""Rematches as people see them: the button under a finished match, the offer, and the way to the new match."""

from discord import Message

from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, reply_text


async def _over(world: World) -> None:
    """Ada has resigned a match against Ben."""
    await world.start_match()
    question = answer(await world.ada.slash(world.channel, "match", do="resign"))
    await world.ada.click(question, label="Resign")


def _result(world: World, label: str = "Rematch") -> Message:
    """The message with the result of the first match."""
    return next(message for message in world.messages() if label in buttons_of(message))


async def test_the_loser_of_fifty_clicks_on_accept_learns_where_the_rematch_is(world: World) -> None:
    await _over(world)
    await world.ben.click(_result(world), label="Rematch")
    press = world.press(world.ada, _result(world), "Accept")
    answers = [reply_text(result) for result in await world.at_once(*[press] * 50)]
    assert sum(reply.startswith("The rematch is match #2:") for reply in answers) == 1
    others = (
        "The rematch of match #1 has started: it's match #2.",
        "The rematch of match #1 has started: it's [match #2]",
    )
    assert sum(reply.startswith(others) for reply in answers) == 49, "with a link as soon as its board is posted"
    assert len((await world.stored())["matches"]) == 2


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
    reply = reply_text(await world.cleo.slash(world.channel, "match", do="verify", match="2"))
    assert secret in reply and f"Sealed: `{seal}`" in reply and "each time as the secret says" in reply
    assert "The secret is the one that was sealed" in reply
