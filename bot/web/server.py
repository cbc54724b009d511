"""The server of the page, with a route to the module of each feature."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.actions.replays import Studies, Studio
from bot.model.shares import Turns
from bot.web import (
    access,
    activity,
    challenges,
    edge,
    guests,
    home,
    live,
    matches,
    notices,
    pages,
    people,
    privacy,
    records,
    replays,
    reviews,
    rules,
    screens,
    sharing,
    tries,
)
from bot.web.access import (
    ANSWERED_AT_ONCE,
    ANSWERING,
    AT_ONCE,
    CROWD,
    DRAWING,
    RATES,
    SITE,
    WATCHERS_AT_ONCE,
    WATCHING,
    Rates,
    Site,
)
from bot.web.edge import Crowd
from bot.web.live import HUB, Hub

_MATCH: Final = r"/matches/{match_id:[0-9]{1,9}}"

_INVITED: Final = r"/invited/{match_id:[0-9]{1,9}}/{signature:[0-9a-f]{32}}"

_GAME: Final = "{game:[a-z0-9-]{1,40}}"

_ROUTES: Final = (
    web.get("/", home.home),
    web.get(f"{access.STATIC}/{{name}}", pages.static_file),
    web.get("/enter/{token:[A-Za-z0-9_-]{22}}", home.ask_to_enter),
    web.post("/enter", home.enter),
    web.post("/leave", home.leave),
    web.get("/privacy", privacy.show),
    web.post("/privacy/export", privacy.export),
    web.post("/privacy/forget", privacy.forget),
    web.post("/activity", activity.enter),
    web.get("/notices", notices.show_key),
    web.post("/notices", notices.subscribe),
    web.post("/notices/stop", notices.unsubscribe),
    web.get(f"/{pages.WORKER}", pages.worker),
    web.get("/first/picture", home.show_first_picture),
    web.get("/first/choices", home.show_first_choices),
    web.post("/guest", guests.enter),
    web.post("/guest/link", guests.link_back),
    web.get(_INVITED, guests.ask_to_join),
    web.post(_INVITED, guests.join),
    web.post("/play", challenges.begin),
    web.get(f"/play/{_GAME}", challenges.ask),
    web.post(f"/play/{_GAME}", challenges.challenge),
    web.get(_MATCH, matches.show),
    web.get(f"{_MATCH}/rules", matches.show_rules),
    web.get(f"{_MATCH}/replay", replays.replay),
    web.get(f"{_MATCH}/review", reviews.show),
    web.post(f"{_MATCH}/review", reviews.act),
    web.get(f"{_MATCH}/review/{{number:[0-9]{{1,3}}}}/{{side:[a-z]{{1,9}}}}", reviews.show),
    web.get(f"{_MATCH}/picture", matches.show_picture),
    web.get(f"{_MATCH}/motion", matches.show_motion),
    web.get(f"{_MATCH}/why", matches.show_why),
    web.get(f"{_MATCH}/choices", matches.show_choices),
    web.get(f"{_MATCH}/share", sharing.share),
    web.get(f"{_MATCH}/flip", matches.flip),
    web.get(f"{_MATCH}/card", sharing.show_card),
    web.get(f"{_MATCH}/events", live.events, allow_head=False),  # a stream goes on, and an answer to HEAD has no body
    web.post(f"{_MATCH}/moves", matches.move),
    web.post(f"{_MATCH}/deeds", matches.do),
    web.post(f"{_MATCH}/answer", challenges.answer),
    *(
        route
        for board in (f"/try/{_GAME}", f"/try/{_GAME}/{{line:[a-z0-9<>+,.-]{{1,5000}}}}")
        for route in (
            web.get(board, tries.show_board),
            web.post(board, tries.act),
        )
    ),
    web.get("/lessons", rules.show_lessons),
    web.get("/people", people.find),
    # These screens have layouts of their own.
    web.get("/profile", people.show_own),
    web.get("/profile/{person:[0-9]{1,19}}", people.show),
    web.get("/leaderboard", people.leaderboard),
    web.get(f"/leaderboard/{_GAME}", people.leaderboard),
    web.get(f"/leaderboard/{_GAME}/{{number:[0-9]{{1,3}}}}", people.leaderboard),
    web.get(access.RECORDS, records.ask),
    web.post(access.RECORDS, records.show),
    web.get(f"/rules/{_GAME}", rules.show),
    web.get(f"/rules/{_GAME}/picture", rules.show_board),
    web.get(f"/rules/{_GAME}/side", rules.show_symbol),
    web.get(f"/rules/{_GAME}/pictures/{{number:[0-9]{{1,3}}}}", rules.show_picture),
    *screens.routes(),
)
"""The routes of the page."""


@dataclass(frozen=True, slots=True)
class Annex:
    """What is served beside the page, with an admission of its own."""

    routes: Sequence[web.AbstractRouteDef]
    middleware: Middleware
    """Answers requests for these routes by itself, and passes on all others."""


def application(site: Site, *annexes: Annex) -> web.Application:
    """The whole page, and what is served beside it."""
    pages.prepare()
    own = [annex.middleware for annex in annexes]
    app = web.Application(
        middlewares=[edge.counted, edge.bounded, *own, pages.answered, access.admitted],
        client_max_size=edge.LARGEST_BODY,
    )
    app[SITE], app[RATES], app[CROWD] = site, Rates(site), Crowd()
    app[WATCHING] = Turns(WATCHERS_AT_ONCE)
    app[HUB] = Hub(site, app[WATCHING])
    app[sharing.STUDIO], app[records.STUDIES], app[DRAWING] = Studio("the page"), Studies("the page"), Turns(AT_ONCE)
    app[ANSWERING] = Turns(*ANSWERED_AT_ONCE)
    app.on_response_prepare.append(access.with_headers)
    app.add_routes([*_ROUTES, *(route for annex in annexes for route in annex.routes)])
    app.cleanup_ctx.extend((_looking, activity.connected))
    return app


async def _looking(app: web.Application) -> AsyncGenerator[None]:
    task = asyncio.create_task(app[HUB].run())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@asynccontextmanager
async def served(app: web.Application, host: str, port: int) -> AsyncGenerator[None]:
    """A context in which the page is served. Raises OSError if the port cannot be used."""
    async with edge.served(app, host, port, behind_proxy=bool(app[SITE].public)):
        yield
