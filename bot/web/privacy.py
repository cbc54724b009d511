"""A person's data on the page: everything that is stored about them as files, and its deletion."""

import asyncio
import io
from zipfile import ZIP_DEFLATED, ZipFile

from aiohttp import web

from bot.actions import privacy as privacy_actions
from bot.texts import privacy as privacy_texts
from bot.texts.language import say
from bot.web import access
from bot.web.access import SITE, asker_of, form_of, visitor_of
from bot.web.commands import html
from bot.web.live import HUB
from bot.web.pages import message_page, page


async def show(request: web.Request) -> web.Response:
    """Show what can be done with the visitor's data, and before it is deleted, what comes of that."""
    visitor, context = visitor_of(request), request.app[SITE].context
    outlook, text = await privacy_actions.outlook(context, visitor.person), say(privacy_texts.OVERVIEW)
    is_asked = "delete" in request.query
    if is_asked:
        text = privacy_texts.forget_question(visitor.person, outlook.playing, outlook.waiting, outlook.finished)
    return page(
        request, "privacy.html", title=say(privacy_texts.TITLE), text=html(text, heading="h1"), is_asked=is_asked
    )


async def export(request: web.Request) -> web.StreamResponse:
    """Send everything that is stored about the visitor, as one file. Raises `ExportedTooOften`."""
    person, files = visitor_of(request).person, io.BytesIO()
    async with access.apart(request):
        with ZipFile(files, "w", ZIP_DEFLATED) as packed:
            async for file in privacy_actions.export(request.app[SITE].context, person.id):
                await asyncio.to_thread(packed.writestr, file.name, file.data)
    headers = {"Content-Disposition": 'attachment; filename="furlong-about-you.zip"'}
    return web.Response(body=files.getvalue(), content_type="application/zip", headers=headers)


async def forget(request: web.Request) -> web.Response:
    """Delete everything that is stored about the visitor, which the form says that they want, and end their sessions."""
    visitor, site = visitor_of(request), request.app[SITE]
    if (await form_of(request)).get("person") != str(visitor.person.id):
        raise web.HTTPBadRequest
    await privacy_actions.forget(site.context, visitor.person)
    request.app[HUB].wake(asker_of(request, visitor))
    site.look()
    del request[access.VISITOR]
    response = message_page(request, say(privacy_texts.TITLE), say(privacy_texts.FORGOTTEN))
    response.del_cookie(access.COOKIE)
    return response
