"""The lobby, where people of all servers meet: what waits there, and accepting it."""

from collections.abc import Sequence
from typing import Final

from bot.actions import challenges, lobby, matches
from bot.model.lobby import LobbyChallenge
from bot.model.match import Summary
from bot.screens.core import Act, Action, Asked, Line, Screen, Weight, on, question
from bot.screens.matches import back_to, title_of
from bot.texts import challenges as challenge_texts
from bot.texts import lobby as lobby_texts
from bot.texts.language import say

FIRST: Final = 5
"""How many challenges are listed beside other things."""

_MOST_LISTED: Final = 10  # in a message of forty components


def lines(waiting: Sequence[tuple[LobbyChallenge, Summary]]) -> Sequence[Line]:
    """The challenges that wait, each with a button to accept it."""
    return [
        Line(lobby_texts.challenge(one, match), Action(say("Accept"), Act("lobby_join", match.id, match.revision)))
        for one, match in waiting
    ]


def way(weight: Weight = Weight.PLAIN) -> Action:
    """The way to the lobby."""
    return Action(say(lobby_texts.LOBBY), Act("lobby"), weight)


@on("lobby", beside=True, at="/lobby")
async def show(asked: Asked) -> Screen:
    """Handle For everyone on Furlong: list the challenges there that fit the person best."""
    waiting = await matches.in_lobby(asked.context, asked.actor, _MOST_LISTED)
    return Screen(
        title=say(lobby_texts.LOBBY),
        heading=f"### {say(lobby_texts.LOBBY)}",
        text=lobby_texts.waiting(is_empty=not waiting),
        here=Act("lobby"),
        lines=lines(waiting),
    )


@on("lobby_join", beside=True, tells=True)
async def join(asked: Asked) -> Screen:
    """Handle Accept, beside a challenge in the lobby."""
    async with asked.change(asked.act.match_id) as change:
        challenges.join(change, asked.person)
    match = await asked.show(change)
    return Screen(text=challenge_texts.joined(match), here=Act("board", match.id))


@question("report")
async def ask_to_report(asked: Asked) -> Screen:
    """Handle Report, behind More of a match among strangers: say what the host learns, and ask."""
    match = await asked.match()
    lobby.check_may_report(match, await asked.actor_in(match.id))
    return Screen(
        title=title_of(match),
        text=lobby_texts.report_question(match, asked.person),
        actions=(Action(say(lobby_texts.REPORT), Act("report_yes", match.id, match.revision), Weight.DANGER),),
        up=back_to(match),
    )


@on("report_yes")
async def report(asked: Asked) -> Screen:
    """Handle Report, after the question."""
    match = await asked.match()
    code = await lobby.report(asked.context, match, await asked.actor_in(match.id))
    return Screen(text=lobby_texts.reported(match, asked.person, code))
