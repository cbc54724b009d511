"""Notices by web push: a browser agrees to them, or withdraws; and the script that shows them."""

from aiohttp import web

from bot.actions import pushing
from bot.model.sessions import Subscription
from bot.outside.push import Keys, Pusher
from bot.web.access import SITE, context_of, form_of, visitor_of


def _pusher(request: web.Request) -> Pusher:
    """What sends notices to signed-in visitors. Raises HTTPNotFound if nothing does, or HTTPUnauthorized."""
    pusher = request.app[SITE].pusher
    if pusher is None:
        raise web.HTTPNotFound
    visitor_of(request)
    return pusher


async def show_key(request: web.Request) -> web.Response:
    """Say by which key this browser knows our notices, and whether it gets them already."""
    pusher = _pusher(request)
    stored = await pushing.keys(context_of(request), lambda: pusher.new_keys().stored)
    is_on = await pushing.has(context_of(request), visitor_of(request).token)
    return web.json_response({"key": pusher.for_browsers(Keys.load(stored)), "isOn": is_on})


async def subscribe(request: web.Request) -> web.Response:
    """Send the visitor's notices to this browser. Raises HTTPBadRequest for an address that is of no push service."""
    pusher, visitor, form = _pusher(request), visitor_of(request), await form_of(request)
    subscription = Subscription(form.get("address", ""), form.get("key", ""), form.get("secret", ""))
    if not pusher.takes(subscription):
        raise web.HTTPBadRequest
    await pushing.subscribe(context_of(request), visitor.person, visitor.token, subscription)
    return web.Response(status=204)


async def unsubscribe(request: web.Request) -> web.Response:
    """Send nothing more to this browser."""
    _pusher(request)
    visitor = visitor_of(request)
    await pushing.unsubscribe(context_of(request), visitor.person, visitor.token)
    return web.Response(status=204)
