"""What programs can do in a match besides moving: what its screens offer people, named and listed as there.

Nothing is decided here. The list has what the page has, and an action is done by the handler of its screen, or as the
page answers a challenge; both check the rights of the token's owner in the transaction that writes.
"""

from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from aiohttp import web

from bot.actions import challenges
from bot.actions import engines as engine_actions
from bot.actions.change import check_begun
from bot.api import schema
from bot.api.core import Call
from bot.api.matches import answered, changing, find, show_in_turn, shown
from bot.model.askers import Cost
from bot.model.match import Match, State
from bot.model.offer_rules import rematch_of
from bot.model.people import Actor
from bot.model.permissions import MatchAct, may
from bot.model.place import DIRECT
from bot.model.refusals import Refusal
from bot.model.refusals.settings import UnknownSetting
from bot.screens import core, more, registry
from bot.screens.core import VALUE, Act, Ask, Screen, character_called
from bot.screens.offers import open_offers
from bot.web.access import context_of, spend
from bot.web.asking import asked_of
from bot.web.challenges import DEEDS, answers
from players.characters import CHARACTERS

_FILL: Final = MatchAct.FILL.value
_OFFERED: Final = {"accept_offer": "offer_yes", "decline_offer": "offer_no"}
"""The acts that answer an offer, by the names of their actions; all other actions are called like their acts."""

_NAME_OF: Final = {act: name for name, act in _OFFERED.items()}
_RIGHTS: Final = {
    *(MatchAct.OFFER, MatchAct.RESIGN, MatchAct.CALL_OFF, MatchAct.REMATCH),
    *(MatchAct.PLAN, MatchAct.NOTE),
}
"""What the entries behind More do that are actions; the others only show something, or are for those who vote."""

_IN_MATCH: Final = (*(entry.act.name for entry in more.OPTIONS if entry.right in _RIGHTS), *_OFFERED)

NAMES: Final = (*DEEDS, _FILL, *_IN_MATCH)
"""The names of all actions: those in a challenge, and those in a match that has begun."""


async def listed(call: Call) -> schema.Actions:
    """What the owner of the token can do in a match now, besides moving."""
    match = await find(call)
    if match.state is State.OPEN:
        return schema.Actions([*_in_challenge(call, match)])
    return schema.Actions([action async for action in _in_match(call, match)])


def _in_challenge(call: Call, match: Match) -> Iterator[schema.Action]:
    actor = Actor(call.program.person, _server_of(match))
    for answer in answers(match, actor):
        yield schema.Action(answer.deed, None, answer.label, "")
    if match.is_open_challenge and not match.both_sides and may(MatchAct.FILL, match, actor):
        for character in CHARACTERS:
            yield schema.Action(_FILL, character.key, character.name, "")


def _server_of(match: Match) -> int | None:
    """The server on which a challenge is answered by those who are there; None if only the people who were asked answer."""
    return match.place.server_id if match.is_open_challenge and not match.place.by_player else None


async def _in_match(call: Call, match: Match) -> AsyncGenerator[schema.Action]:
    """The answers to open offers, the end of a pause, and what is behind More, with its choices."""
    person = call.program.person
    for screen in open_offers(match, person.id):
        for action in screen.actions:
            name, detail = action.act.name, action.act.detail
            if name in _NAME_OF:
                yield schema.Action(_NAME_OF[name], detail, action.label, screen.text)
    for action in (option for group in more.options(match, call.program.actor) for option in group):
        is_rematch_gone = rematch_of(match) is not None or (person.is_engine and match.place.server_id != DIRECT)
        if action.act.name in _IN_MATCH and not (action.act.name == "rematch" and is_rematch_gone):
            for choice in await _choices(call, match, action):
                yield choice


async def _choices(call: Call, match: Match, action: core.Action) -> Sequence[schema.Action]:
    """An option behind More, once for each of its choices; nothing if it is impossible or has been offered already."""
    name = action.act.name
    try:
        answer = await _begun(call, match, action.act)
    except Refusal:
        return ()
    if not isinstance(answer, Screen):
        return [schema.Action(name, None, action.label, "")]
    if answer.form is not None:
        return [schema.Action(name, None, action.label, answer.text, answer.form.parts[0].text)]
    if answer.here is not None:  # it is listed among the answers to offers
        return ()
    return [schema.Action(name, choice.act.detail or None, choice.label, answer.text) for choice in _possible(answer)]


async def _begun(call: Call, match: Match, act: Act) -> Screen | Act:
    """What is asked or shown before an action; an act if nothing is. Raises the refusals of its handler."""
    handler = registry.handlers()[act.name]
    if not handler.is_question and not handler.at:
        return act
    answer = await handler.run(asked_of(call.request, call.program.actor, act, match))
    assert not isinstance(answer, Ask), "no action opens a window"
    return answer


def _possible(screen: Screen) -> Sequence[core.Action]:
    """The actions under a question that do something."""
    return [action for action in screen.actions if action.act.name in registry.handlers()]


async def do(call: Call) -> schema.Match:
    """Do something in a match. Raises HTTPNotFound, HTTPTooManyRequests, or the refusals of those who do the same."""
    name = call.request.match_info["action"]
    if name not in NAMES:
        raise web.HTTPNotFound
    if name == MatchAct.JOIN:
        await engine_actions.check_owner(context_of(call.request), call.program.person)
    match = await find(call)
    if name in _IN_MATCH:
        await _act(call, match, name)
    else:
        await _answer(call, match, name)
    return shown(await find(call), call.program.person)


async def _answer(call: Call, match: Match, name: str) -> None:
    person, body = call.program.person, call.asked
    async with changing(call, body.revision, _server_of(match)) as change:
        if name == _FILL:
            challenges.fill(change, person, character_called(body.choice))
        else:
            DEEDS[name](change, person)


async def _act(call: Call, match: Match, name: str) -> None:
    """Do something in a match that has begun, by the handlers of its screens. Raises their refusals."""
    body: schema.ActionBody = call.asked
    spend(call.request, Cost.CHALLENGE if name == MatchAct.REMATCH else Cost.ACTION)
    check_begun(match)
    seen = answered(match, body.revision)
    revision = match.revision if seen is None else seen
    first = Act(_OFFERED.get(name, name), match.id, revision, body.choice)
    answer = await _begun(call, match, first)
    act = answer if isinstance(answer, Act) else replace(_chosen(answer, body), revision=revision)
    asked = asked_of(call.request, call.program.actor, act, match, fields={VALUE: [act.value]})
    in_turn = replace(asked, show=partial(show_in_turn, call), is_shown_in_turn=True)
    await registry.handlers()[act.name].run(in_turn)


def _chosen(screen: Screen, body: schema.ActionBody) -> Act:
    """The act that a program chooses below a question, or in a form. Raises `UnknownSetting`.

    What has been offered already is accepted, unless another choice is made.
    """
    if screen.form is not None:
        return replace(screen.form.act, value=body.text)
    acts = [action.act for action in _possible(screen)]
    is_clear = not body.choice and (len(acts) == 1 or screen.here is not None)
    chosen = next((act for act in acts if is_clear or act.detail == body.choice), None)
    if chosen is None:
        raise UnknownSetting(body.choice, [act.detail for act in acts])
    return chosen
