"""The page of the playground, on which a visitor from this machine can be any of its people."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Final

import discord
from aiohttp import web

from bot.actions import sessions
from bot.chat.core import reviews
from bot.hosting.service import annexes
from bot.model.people import Actor, Person
from bot.web import access, home, server
from bot.web.access import SITE, Site, form_of
from studio.playground.proxy import HOST
from studio.playground.webhooks import PATH, WebhookInbox
from studio.playground.world import PEOPLE, PlaygroundWorld

_PEOPLE: Final = web.AppKey("people", dict[str, Actor])
_CHANNEL: Final = web.AppKey("channel", int)


@asynccontextmanager
async def page_of(world: PlaygroundWorld, channel: str, port: int) -> AsyncGenerator[str]:
    """A context in which the page of a world is served, in simulated time. Yields its address.

    The page links to the address of the simulated `channel`.
    """
    tasks: set[asyncio.Task[object]] = set()

    def start(work: Coroutine[None, None, object]) -> None:
        tasks.add(task := world.bot_context.copy().run(asyncio.create_task, work))
        task.add_done_callback(tasks.discard)

    bot = world.bot
    people = {name: Person(member.id, name) for name, member in zip(PEOPLE, world.place.people, strict=True)}
    app = server.application(
        Site(
            opened=lambda: bot.services.context,
            show=lambda change: start(bot.delivery.show_change(change)),
            show_in_turn=lambda change: start(bot.delivery.show_in_turn(change)),
            advise=lambda match, asker: bot.services.thinkers.advise(match, asker),
            review=lambda person, match, tell: reviews.review(bot.services, person, match, tell),
            tell=lambda: start(bot.delivery.tell()),
            opens_threads=lambda channel_id: isinstance(bot.get_channel(channel_id), discord.TextChannel),
            manages=lambda server, person: bot.services.visitors.manages(server, person),
            rooms=lambda server, person: bot.services.visitors.rooms(server, person),
            neighbour=channel,
            inbox=PATH,
            has_guests=True,
            has_programs=bool(annexes()),
            doorway=_doorway,
        ),
        *annexes(),
        WebhookInbox([*people.values()]).annex(),
    )
    app[_PEOPLE] = {name: Actor(person, world.place.server.id) for name, person in people.items()}
    app[_CHANNEL] = world.place.channel.id
    app.router.add_post("/as", become)
    async with server.served(app, HOST, port):
        yield f"http://{HOST}:{port}"


async def _doorway(request: web.Request) -> web.Response:
    """Ask who a visitor would like to be."""
    return await home.welcome(request, "people.html", people=list(request.app[_PEOPLE]))


async def become(request: web.Request) -> web.Response:
    """Sign this browser in as one of the people."""
    form, context = await form_of(request), request.app[SITE].context
    actor = request.app[_PEOPLE].get(form.get("name", ""))
    if actor is None:
        raise web.HTTPBadRequest
    token, _match_id = await sessions.begin(context, await sessions.link(context, actor, request.app[_CHANNEL]))
    response = web.HTTPSeeOther("/")
    access.signed_in(request, response, token)
    raise response
