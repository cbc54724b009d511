"""People on the page: their profiles with every finished match, and the leaderboards."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Any, Final
from urllib.parse import urlencode

from aiohttp import web

from bot.actions import matches, people, ratings
from bot.model.match import State
from bot.model.people import Person
from bot.model.permissions import check_profile
from bot.model.place import DIRECT
from bot.model.ratings import ALL_ROUND, LeaderboardRow, Verdict, Wanted
from bot.model.refusals import UnknownButton
from bot.screens.core import Act, Asked, snowflake
from bot.screens.people import about, following
from bot.screens.ratings import leaderboard_of
from bot.texts import engines as engine_texts
from bot.texts import names
from bot.texts import ratings as rating_texts
from bot.texts.clocks import short_month
from bot.texts.language import labelled, say
from bot.web.access import actor_seen, visitor_of
from bot.web.asking import asked_of
from bot.web.commands import html
from bot.web.home import SHOWN, result
from bot.web.pages import number, page
from bot.web.screens import ways_of
from rules import GAMES

_MOST_RUNNING: Final = 10  # matches on a profile
_LONGEST_NAME: Final = 100  # characters of a name that is looked for
_FEWEST_POINTS: Final = 3
"""The ratings of the smallest curve; with fewer, a line would tell nothing."""

_WIDE, _HIGH, _MARGIN = 200, 44, 4  # of a curve, in the units of its drawing


async def _asked(request: web.Request) -> Asked:
    return asked_of(request, await actor_seen(request), Act(""))


async def show_own(request: web.Request) -> web.Response:
    """Show the visitor's profile, at its address if there is one for others."""
    person = visitor_of(request).person
    if about(person) is not None:
        raise web.HTTPSeeOther(f"/profile/{person.id}")
    return await _profile(request, await _asked(request), person)


async def show(request: web.Request) -> web.Response:
    """Show a person's profile. Raises HTTPNotFound if they are nobody whom the visitor knows."""
    asked, person_id = await _asked(request), request.match_info["person"]
    try:
        person = await matches.person_seen(asked.context, asked.actor, snowflake(person_id))
    except UnknownButton as unknown:
        raise web.HTTPNotFound from unknown
    if str(person.id) != person_id or about(person) is None:
        raise web.HTTPNotFound
    return await _profile(request, asked, person)


async def find(request: web.Request) -> web.Response:
    """Show the people who play on the visitor's server and are called like what is typed; one alone at once."""
    asked, part = await _asked(request), " ".join(request.query.get("name", "").split())[:_LONGEST_NAME]
    server_id, there = asked.actor.server_id, list[Person]()
    if server_id is not None and part:
        fitting = await people.named_like(asked.context, server_id, part)
        left = await asked.left([person.id for person in fitting])
        there = [person for person in fitting if person.id not in left]
    if len(there) == 1:
        raise web.HTTPSeeOther(f"/profile/{there[0].id}")
    return page(request, "found.html", title=say("Find a player"), people=there, part=part)


def points_of(numbers: Sequence[int]) -> str:
    """A curve of numbers as the points of a line; empty if there are too few."""
    if len(numbers) < _FEWEST_POINTS:
        return ""
    low, high = min(numbers), max(numbers)
    across, down = (_WIDE - 2 * _MARGIN) / (len(numbers) - 1), (_HIGH - 2 * _MARGIN) / max(high - low, 1)
    return " ".join(
        f"{_MARGIN + at * across:.0f},{_HIGH - _MARGIN - (number - low) * down:.0f}"
        for at, number in enumerate(numbers)
    )


async def _profile(request: web.Request, asked: Asked, person: Person) -> web.Response:
    check_profile(asked.actor, person)
    context, server_id = asked.context, asked.actor.server_id or DIRECT
    profile = await ratings.profile(context, person, server_id, await asked.left(()))
    curves = await ratings.trends(context, server_id, [(person.id, record.pool) for record in profile.records])
    wanted, asks = _wanted(request)
    past = await ratings.past(context, person, server_id, wanted, max(number(request.query, "page", 1), 1) - 1)
    running = await matches.of_person(context, person, server_id, State.RUNNING)
    values: dict[str, Any] = {
        "title": names.literal_name(person),
        "person": person,
        "profile": profile,
        "nothing": "" if profile.matches else rating_texts.nothing_reached(person, asked.person),
        "all_round": labelled(say("All games"), rating_texts.in_words(profile.records[0])),
        "notes": names.lines(*rating_texts.notes(profile)),
        "games": [(record, points_of(curves[person.id, record.pool])) for record in profile.records[1:]],
        "running": running[:_MOST_RUNNING],
        "left_out": len(running) - _MOST_RUNNING,
        "past": [(match, *result(past_match)) for match, past_match in past.matches],
        "matching": past.count,
        "asks": asks,
        "pages_at": {
            label: f"{request.path}?{urlencode({**asks, 'page': at + 1})}#matches"
            for label, at in ((say("Later"), past.page - 1), (say("Earlier"), past.page + 1))
            if 0 <= at < past.pages
        },
        "options": {
            "game": (say("Any game"), {key: game.name for key, game in GAMES.items()}),
            "result": (say("Any result"), {verdict.value: say(rating_texts.VERDICTS[verdict]) for verdict in Verdict}),
            "month": (say("Any month"), _months(past.first_ended_at, context.now())),
        },
        "follow": ways_of(
            f"/profile/{person.id}", await following(asked, person, has_played=bool(profile.matches or running))
        ),
        "can_challenge": person != asked.person and server_id != DIRECT,
        "has_server": server_id != DIRECT,
        "rating_texts": rating_texts,
        "about": about,
        "html": html,
    }
    return page(request, "profile.html", **{**SHOWN, **values})


def _wanted(request: web.Request) -> tuple[Wanted, Mapping[str, str]]:
    """Which matches are looked for, and the same as it was asked for; what is not understood is left open."""
    asks = {name: request.query.get(name, "")[:_LONGEST_NAME] for name in ("opponent", "game", "result", "month")}
    wanted = Wanted(
        asks["opponent"].strip(),
        asks["game"] if asks["game"] in GAMES else "",
        next((verdict for verdict in Verdict if verdict == asks["result"]), None),
    )
    with suppress(ValueError):
        since = datetime.strptime(asks["month"], "%Y-%m").replace(tzinfo=UTC)
        return Wanted(wanted.opponent, wanted.game, wanted.result, since, _next_month(since)), asks
    return wanted, asks


def _next_month(month: datetime) -> datetime:
    return month.replace(year=month.year + month.month // 12, month=month.month % 12 + 1)


def _months(first: datetime | None, now: datetime) -> Mapping[str, str]:
    """The months from one to the present one, the latest first."""
    at, months = (first or now).replace(day=1), list[date]()
    while at <= now:
        months.append(at)
        at = _next_month(at)
    return {f"{month:%Y-%m}": short_month(month) for month in reversed(months)}


async def leaderboard(request: web.Request) -> web.Response:
    """Show a page of a leaderboard, or redirect to it. Raises HTTPNotFound if there is no such page."""
    asked, pool = await _asked(request), request.match_info.get("game", ALL_ROUND)
    at = int(request.match_info.get("number", 1)) - 1
    board = await leaderboard_of(asked, pool, max(at, 0))
    if pool not in (ALL_ROUND, *GAMES, *board.pools) or ("number" in request.match_info and board.page != at):
        raise web.HTTPNotFound
    here = f"/leaderboard/{pool}"
    if "number" not in request.match_info:
        raise web.HTTPSeeOther(f"{here}/1")
    server_id = asked.actor.server_id or DIRECT
    rows = [*board.rows, *([board.own] if board.own and board.own not in board.rows else [])]
    curves = await ratings.trends(asked.context, server_id, [(row.person.id, pool) for row in rows])
    ahead = _ahead(rows, board.own)
    values: dict[str, Any] = {
        "title": f"{say('Leaderboard')} · {rating_texts.pool_name(pool)}",
        "heading": html(rating_texts.leaderboard_heading(board), heading="h1"),
        "board": board,
        "here": here,
        "pools": {key: rating_texts.pool_name(key) for key in dict.fromkeys((*GAMES, *board.pools, ALL_ROUND))},
        "rows": [(row, points_of(curves[row.person.id, pool])) for row in rows],
        "own": board.own,
        "ahead": ahead,
        "challenge": f"/play/{pool if pool in GAMES else next(iter(GAMES))}?who={ahead.person.id}"
        if ahead and server_id != DIRECT
        else "",
        "absent": html(rating_texts.no_own_rating(board) if board.rows else rating_texts.empty_leaderboard(board)),
        "pages": names.page_of(board.page, board.pages),
        "about": about,
        "rating_texts": rating_texts,
        "provisional": html(rating_texts.provisional()),
        "engines": say(engine_texts.TITLE) if asked.has_programs and server_id != DIRECT else "",
    }
    return page(request, "leaderboard.html", **values)


def _ahead(rows: Sequence[LeaderboardRow], own: LeaderboardRow | None) -> LeaderboardRow | None:
    """The person just ahead of the reader on a page; None if nobody is."""
    if own is None or own.position is None:
        return None
    return next((row for row in reversed(rows) if row.position is not None and row.position < own.position), None)
