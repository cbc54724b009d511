"""The lobby, where people of all servers meet: who may post and accept there, and what is shown to whom.

The checks work in the caller's transaction, which writes what they admit.
"""

import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.actions.askers import asker_of
from bot.actions.context import Context
from bot.model.askers import ALLOWANCES, Cost
from bot.model.lobby import MOST_OF_SERVER, MOST_WAITING, LobbyChallenge, are_alike, check_age, check_standing
from bot.model.match import Match, State, Summary
from bot.model.people import Actor
from bot.model.permissions import MatchAct, check
from bot.model.refusals import Refusal
from bot.model.refusals.challenges import NoLongerOpen, TooManyOpen
from bot.model.refusals.lobby import (
    LobbyClosedHere,
    LobbyHidden,
    LobbyMuted,
    LobbyNotOpened,
    NotAmongStrangers,
    NotMatched,
    PostedTooOften,
    ReportedTooOften,
    ServerFillsLobby,
)
from bot.model.servers import Lobby
from bot.model.settings import Presence
from bot.store import askers as asker_store
from bot.store import competitions as competition_store
from bot.store import lobby as lobby_store
from bot.store import match_lists, uses
from bot.store import settings as setting_store
from bot.store.engine.database import Connection
from rules.core import Game

_log: Final = logging.getLogger(__name__)
_DAY: Final = timedelta(days=1)


async def _check_open(connection: Connection, actor: Actor) -> None:
    """Check that a person takes part, where they ask. Raises `LobbyClosedHere`, `LobbyHidden` or `LobbyMuted`."""
    server_id = actor.server_id
    if not actor.person.is_on_discord:
        raise LobbyHidden
    if server_id is not None and (await setting_store.server_of(connection, server_id)).lobby is Lobby.OFF:
        raise LobbyClosedHere
    if (await setting_store.preferences_of(connection, actor.person.id)).lobby is Presence.HIDDEN:
        raise LobbyHidden
    if await lobby_store.is_muted(connection, actor.person.id, server_id):
        raise LobbyMuted


async def posted(connection: Connection, match: Match, actor: Actor, games: Mapping[str, Game], now: datetime) -> Match:
    """The match that its host may post for everyone now, with their strength; who is behind them is locked.

    Raises `LobbyClosedHere`, `LobbyHidden`, `LobbyMuted`, `LobbyNotOpened`, `ServerFillsLobby`, `TooManyOpen`,
    `PostedTooOften`, or what `check_age` and `check_standing` raise.
    """
    assert match.lobby_id is not None, "it is for everyone"
    host = match.host.id
    await _check_open(connection, replace(actor, server_id=match.lobby_id))
    if (await setting_store.lock_server(connection, match.lobby_id)).lobby is not Lobby.POST:
        raise LobbyNotOpened
    if await lobby_store.count_waiting(connection, match.lobby_id, now) >= MOST_OF_SERVER:
        raise ServerFillsLobby(MOST_OF_SERVER)
    check_age(host, match.terms, now)
    waiting = await match_lists.waiting_of(connection, host, match.place.server_id, now, games, is_in_lobby=True)
    if len(waiting) >= MOST_WAITING:
        raise TooManyOpen(waiting)
    [asker] = (await asker_store.of_people(connection, [host])).values()
    before = await uses.times(connection, now - _DAY, asker, uses.POSTED)
    times = sorted([*before, *await lobby_store.posted_since(connection, host, now - _DAY)])
    most = ALLOWANCES[Cost.LOBBY].of(asker)
    if len(times) >= most:
        raise PostedTooOften(most, times[-most] + _DAY)
    check_standing(await lobby_store.past_of(connection, host, now), now)
    return replace(match, lobby_rating=(await lobby_store.ratings_of(connection, host, now)).get(match.game.key))


async def check_matched(connection: Connection, match: Match, actor: Actor, now: datetime) -> None:
    """Check that a challenge that waits in the lobby is for a person, who is not in it.

    Raises `NoLongerOpen`, `LobbyClosedHere`, `LobbyHidden`, `LobbyMuted`, or `NotMatched`, which does not say why.
    """
    if match.is_about_to_begin:
        raise NoLongerOpen(match)
    await _check_open(connection, actor)
    own = (await lobby_store.ratings_of(connection, actor.person.id, now)).get(match.game.key)
    is_fit = are_alike(match.lobby_rating, own, now - match.created_at)
    if not is_fit or not await lobby_store.is_open_to(connection, match.id, actor.person.id, now):
        raise NotMatched(match)


async def refusal_to_join(connection: Connection, match: Match, actor: Actor, now: datetime) -> Refusal | None:
    """Why a person whom it is for, as `check_matched` found, may not accept a challenge from the lobby now; None if they may.

    None for other challenges, too. Who is behind them is locked.
    """
    if (
        match.lobby_id is None
        or match.state is not State.OPEN
        or any(actor.person.id == who.id for who in match.people)
    ):
        return None
    try:
        check_age(actor.person.id, match.terms, now)
        check_standing(await lobby_store.past_of(connection, actor.person.id, now), now)
    except Refusal as refusal:
        return refusal
    return None


def check_may_report(match: Match, actor: Actor) -> None:
    """Check that a person may report the others in a match. Raises `NotAmongStrangers` or what `check` raises."""
    check(MatchAct.REPORT, match, actor)
    if not match.is_among_strangers:
        raise NotAmongStrangers(match)


async def report(context: Context, match: Match, actor: Actor) -> str:
    """Report the others in a match to the host of Furlong, in the log; return the code under which it is there.

    Raises `ReportedTooOften` or what `check_may_report` raises.
    """
    check_may_report(match, actor)
    asker = await asker_of(context, actor.person.id)
    if not context.budget.spend(Cost.REPORT, asker):
        raise ReportedTooOften(ALLOWANCES[Cost.REPORT].of(asker))
    code = secrets.token_hex(3).upper()
    others = [f"{person.id}" for person in match.people if person.is_on_discord and person.id != actor.person.id]
    _log.warning(
        "%s: %s reports %s in match %s, %s",
        code,
        actor.person.id,
        " and ".join(others) or "people who have deleted their data",
        match.id,
        await _how_they_met(context, match),
    )
    return code


async def _how_they_met(context: Context, match: Match) -> str:
    """What the host is told of a match that was reported: who posted it where, or which server match it belongs to."""
    if match.lobby_id is not None:
        return f"which {match.host.id} posted in the lobby on server {match.lobby_id or 'that has gone'}"
    async with context.database.ask() as connection:
        return f"a board of server match {await competition_store.number_of(connection, match.id)}"


async def shown(
    connection: Connection, actor: Actor | None, games: Mapping[str, Game], now: datetime, most: int
) -> Sequence[tuple[LobbyChallenge, Summary]]:
    """At most `most` challenges for a person, the best fitting first; none if they take no part.

    For None, as for what everybody sees, the latest come first.
    """
    person_id = 0 if actor is None else actor.person.id
    waiting = [one for one in await lobby_store.waiting(connection, person_id, now) if one.game in games]
    if not waiting:  # as on most first pages, which then ask for nothing more
        return ()
    if actor is not None:
        try:
            await _check_open(connection, actor)
        except Refusal:
            return ()
        wanted = await lobby_store.wanted_by(connection, person_id, now)
        waiting = sorted((one for one in waiting if wanted.fits(one, now)), key=wanted.distance)
    by_number = {one.number: one for one in waiting[:most]}
    summaries = await match_lists.of_numbers(connection, [*by_number], now, games, person_id)
    return [(by_number[match.id], match) for match in summaries]
