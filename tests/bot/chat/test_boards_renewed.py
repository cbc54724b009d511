"""Whatever is done to a match, its board in the channel shows it as it is stored: no press, command or day leaves it behind."""

from collections.abc import Awaitable, Callable

from simcord.actors import MemberActor

from bot.chat.core.messages import content_of
from bot.chat.matches import views
from tests.bot.chat.test_abandoned import UNLIMITED
from tests.bot.chat.test_ladder import passes
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer

_Deed = Callable[[World], Awaitable[object]]


def _asks(who: str, what: str, label: str) -> _Deed:
    """Have a person choose something behind More, and confirm it."""

    async def deed(world: World) -> None:
        actor: MemberActor = getattr(world, who)
        question = answer(await actor.slash(world.channel, "match", match="1", do=what))
        await actor.click(question, label=label)

    return deed


def _answers(who: str, label: str) -> _Deed:
    async def deed(world: World) -> None:
        actor: MemberActor = getattr(world, who)
        asking = next(one for one in reversed(world.messages()) if label in buttons_of(one))
        await actor.click(asking, label=label)

    return deed


def _plays(move: str) -> _Deed:
    return lambda world: world.play(move)


_DEEDS: dict[str, _Deed] = {
    "a move": _plays("a4<c4"),
    "a draw is offered": _asks("ada", "draw", "Offer a draw"),
    "it's declined": _answers("ben", "Decline"),
    "a takeback is asked for": _asks("ada", "takeback", "Ask for a takeback"),
    "it is granted": _answers("ben", "Accept"),
    "another move": _plays("a4<c4"),
    "an answer": _plays("e5<e4"),
    "another draw is offered": _asks("ben", "draw", "Offer a draw"),
    "nobody answers it for a week": lambda world: passes(world, 8, each=4),
    "a vacation begins": lambda world: world.ada.slash(world.channel, "vacation", days="2 days"),
    "it ends": lambda world: passes(world, 4, each=2),
    "a third draw is offered": _asks("ada", "draw", "Offer a draw"),
    "one blocks the other": lambda world: world.ben.slash(world.channel, "block", person=world.ada),
    "one resigns": _asks("ada", "resign", "Resign"),
}


async def test_after_everything_that_is_done_the_board_shows_the_match_as_it_is_stored(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first", days=UNLIMITED)
    await world.ben.click(world.board(), label="Accept")
    before = ""
    for what, deed in _DEEDS.items():
        await deed(world)
        world.env.backend.advance_clock(30)  # what edits an old board may be put off for a moment
        with world.env.time_context():
            await world.bot.delivery.deliver_due()
        match = await world.match()
        [board] = [message for message in world.messages() if message.id == match.place.message_id]
        due = await views.post(match, world.bot.delivery.symbols)
        assert content_of(board) == content_of(due), what
        look = text_of(board) + str(buttons_of(board))
        assert look != before, what
        before = look
