"""The proxy in front of SimCord's page, which adds the features that the page lacks.

SimCord's page shows only the results of its last action and nothing that happens later, loses an action if something
else has happened meanwhile, opens at the message that was the newest when it was first served, treats a pasted command
as a text, forgets the size of a picture whenever it redraws a message, and has only one channel. What SimCord has
options for (who looks at which channel, its layout and time zone) is set in `studio.playground.server`; for the rest
there are `PATCHES` of its texts, and a style and a script of our own, which give their reasons.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import simcord
from aiohttp import ClientSession, web
from cachetools import LRUCache
from simcord.components import walk_components

from bot.web import edge
from studio.playground.pasting import command_of

Payload = dict[str, Any]
"""A JSON object exchanged between the page and SimCord's server."""

HOST: Final = "127.0.0.1"
_WINDOW: Final = "X-Simcord-Context"
_ASKED_WITH: Final = ("X-Simcord-Capability", _WINDOW, "Content-Type")
_ANSWERED_WITH: Final = ("Content-Type", "Content-Disposition", "Content-Security-Policy", "X-Content-Type-Options")
_LARGEST_BODY: Final = 32 * 2**20  # bytes, including uploaded files
_MOST_BYTES: Final = 64 * 2**20  # of cached pictures
_PNG: Final = b"\x89PNG"
_FILES: Final = (".css", ".js", ".ttf")
_KEPT: Final = ("/fonts/", "/vendor/")
"""Files that a browser may cache, because they never change between releases of SimCord."""
_GONE: Final = b'"asset_id": null, "available": false'
"""The replacement for a picture that no longer exists since the window was last refreshed."""


class _Patch(NamedTuple):
    """A text of SimCord's page that is replaced, because no option of SimCord's changes it, and why it is."""

    why: str
    old: str
    new: str


_NAME: Final = "people see Furlong's playground, not a developers' tool"
_END: Final = "what ends is the playground, with everything in it"
_PLAIN: Final = "callbacks and viewports are things of programmers"
PATCHES: Final[Mapping[str, Sequence[_Patch]]] = {
    "/": (
        _Patch(_NAME, "<title>SimCord Preview</title>", "<title>Furlong's playground</title>"),
        _Patch(
            _NAME,
            "<strong>SimCord</strong><small>Preview</small>",
            "<strong>Furlong</strong><small>Playground</small>",
        ),
        _Patch(_NAME, 'aria-hidden="true">S</span>', 'aria-hidden="true">F</span>'),
        _Patch(_NAME, 'aria-label="SimCord preview"', 'aria-label="Furlong\'s playground"'),
        _Patch(_END, "End preview session", "Stop the playground"),
        _Patch(
            "what the page lacks is in a script of ours, which begins first",
            '<script type="module"',
            '<script src="/playground.js"></script><script type="module"',
        ),
    ),
    "/app.js": (
        _Patch(
            "it loads typefaces of all scripts, 30 MB; a browser loads what it needs", "await presentation.fonts();", ""
        ),
        _Patch(_END, "Preview session is unavailable. Reload the active Preview URL.", "The playground has stopped."),
        _Patch(_END, "Preview session closed.", "The playground has stopped."),
    ),
    "/selects.js": (_Patch(_NAME, '"SimCord selection draft"', '""'),),
    "/actions.js": (
        _Patch(_END, "Preview session ended.", "The playground has stopped."),
        _Patch(_PLAIN, "Callback completed", "Done"),
        _Patch(_PLAIN, "Viewport updated", "Ready"),
    ),
}
"""The patches of the page, by path."""


class _Answer(NamedTuple):
    """An answer of SimCord's server."""

    status: int
    headers: dict[str, str]
    body: bytes

    def to_page(self) -> web.Response:
        return web.Response(status=self.status, headers=self.headers, body=self.body)


class Proxy:
    """The proxy between browsers and SimCord's page."""

    def __init__(self, preview: simcord.Preview, session: ClientSession) -> None:
        """Put the proxy in front of `preview`, with `session` for its requests."""
        self.preview: Final = preview
        self._session: Final = session
        self._acting: Final = asyncio.Lock()
        """Held while SimCord acts for a window, because it refuses to do two things at once."""

        self._drawn = 0
        """The number of the bot's requests when all windows were last drawn."""

        self._shown: Final = dict[str, tuple[bytes, bytes]]()
        """By window, SimCord's last description and the proxy's version of it."""

        self._files: Final = dict[str, _Answer]()
        """Cached scripts, styles and typefaces, by path: a page requests more than a hundred."""

        self._pictures: Final = LRUCache[str, _Answer](_MOST_BYTES, lambda picture: len(picture.body))
        """Recently shown pictures, because SimCord drops a picture once another has replaced it in its message."""

    async def keep_up(self, *, is_changed: bool) -> None:
        """Refresh all windows if the bot has done something by itself or in another window, or if `is_changed`."""
        if is_changed or len(self.preview.env.http_requests) != self._drawn:
            await self._refresh()

    async def _refresh(self) -> None:
        async with self._acting:
            drawn = len(self.preview.env.http_requests)
            with suppress(TimeoutError, simcord.SetupError):  # the bot is busy for long, or the playground is closing
                await self.preview.refresh()
                self._drawn = drawn

    async def close(self) -> None:
        """Wait for SimCord's current action and begin no more, because SimCord cannot be closed during an action."""
        await self._acting.acquire()

    async def answer(self, request: web.Request) -> web.Response:
        """Answer a request of the page."""
        if request.host.partition(":")[0] not in (HOST, "localhost"):
            raise web.HTTPForbidden  # a foreign host name that points here
        match request.method, request.path:
            case "POST", "/api/action":
                return await self._act(request)
            case "POST", "/api/pages":
                opening = self._opening(await _object_in(request))
                async with self._acting:
                    return await self._show(request, opening)
            case "GET", "/api/state":
                return await self._show(request, can_refresh=True)
            case "GET", "/playground.js":
                return web.Response(text=_ours("playground.js"), content_type="text/javascript")
            case _:
                return await self._pass_on(request)

    async def _act(self, request: web.Request) -> web.Response:
        """Have SimCord act for a window, even if the window is outdated, unless the pressed component has changed."""
        action = await self._action_in(request)
        async with self._acting:
            if isinstance(action, bytes):
                answer = await self._ask(request, action)
            else:
                if action.get("kind") == "configure_presentation":  # the page is as large as its window by our style
                    return web.json_response(_settled(action))
                if action.get("kind") == "send_message":
                    action |= await self._pasted(request, str(action.get("content", "")))
                answer = await self._ask(request, action)
                if b'"stale-revision"' in answer.body and await self._is_still_meant(request, action):
                    answer = await self._ask(request, action)
            if len(self._shown) == 1:  # SimCord has drawn this window, and there is no other
                self._drawn = len(self.preview.env.http_requests)
        return answer.to_page()

    @staticmethod
    async def _action_in(request: web.Request) -> Payload | bytes:
        """The action of a request: bytes if it comes with files. It is read before anybody waits for it."""
        is_plain = request.headers.get("Content-Type", "").startswith("application/json")
        return await _object_in(request) if is_plain else await edge.body_of(request, _LARGEST_BODY)

    async def _pasted(self, request: web.Request, text: str) -> Payload:
        """The changes to the action of sending a text if it is a command."""
        if not text.startswith("/"):
            return {}
        catalog = json.loads((await self._ask(request, path="/api/commands")).body)
        people = {viewer.name: str(viewer.id) for viewer in self.preview.viewers}
        return dict(command_of(text, catalog["entries"], people) or {})

    async def _is_still_meant(self, request: web.Request, action: Payload) -> bool:
        """Update an action to what its window shows now; False if the pressed component has changed."""
        told = self._shown.get(request.headers.get(_WINDOW, ""))
        shown: Payload = {} if told is None else json.loads(told[0])
        now: Payload = json.loads((await self._ask(request, path="/api/state")).body)
        action["published_revision"] = now["publishedRevision"]
        key = action.get("control_key")
        return key is None or _control(shown, key) == _control(now, key)

    def _opening(self, asked: Payload) -> Payload:
        """The request by which a new window opens at the newest message."""
        messages = self.preview.env.backend.messages.get(self.preview.channel.id)
        known = {str(viewer.id) for viewer in self.preview.viewers}
        return {
            "viewer_id": asked.get("viewer_id") if asked.get("viewer_id") in known else None,
            "target_id": str(max(messages)) if messages else None,
        }

    async def _show(
        self, request: web.Request, opening: Payload | None = None, *, can_refresh: bool = False
    ) -> web.Response:
        """Send the content of a window, refreshed first, if possible, when some of its pictures no longer exist."""
        answer = await self._ask(request, opening)
        if answer.status != web.HTTPOk.status_code:
            return answer.to_page()
        told, made = self._shown.get(request.headers.get(_WINDOW, ""), (b"", b""))
        if told != answer.body:
            shown = json.loads(answer.body)
            are_there = await self._load_pictures(request, shown)
            if can_refresh and (_GONE in answer.body or not are_there):
                await self._refresh()
                return await self._show(request)
            told, made = self._shown[shown["context"]["id"]] = answer.body, json.dumps(shown).encode()
        if f'"channelId": "{self.preview.channel.id}"'.encode() not in made:
            answer.headers["X-Reload"] = "another channel"
        return answer._replace(body=made).to_page()

    async def _load_pictures(self, request: web.Request, shown: Payload) -> bool:
        """Load the pictures of a window, and add their sizes, so that the page reserves space for them.

        Returns False if some no longer exist.
        """
        window, assets = shown["context"]["id"], shown["assets"]
        wanted = [
            key for key, asset in assets.items() if asset["available"] and asset["contentType"].startswith("image/")
        ]
        are_there = await asyncio.gather(*(self._load(request, key, window) for key in wanted))
        for key in wanted:
            size = _size(self._pictures[key].body) if key in self._pictures else None
            if size is not None:
                assets[key]["displayWidth"], assets[key]["displayHeight"] = size
        return all(are_there)

    async def _load(self, request: web.Request, key: str, window: str) -> bool:
        if key not in self._pictures:
            # SimCord examines a picture in a separate process before sending it, except for downloads.
            picture = await self._ask(request, path=f"/api/assets/{key}", window=window, download="1")
            if picture.status != web.HTTPOk.status_code:
                return False
            self._pictures[key] = picture
        return True

    async def _pass_on(self, request: web.Request) -> web.Response:
        picture = self._pictures.get(request.path.removeprefix("/api/assets/"))
        if picture is None and request.path.endswith(_FILES):
            return (await self._file(request)).to_page()
        answer = picture or await self._ask(request, await request.read() or None)
        answer.headers["Cache-Control"] = "no-store"
        if request.path in PATCHES:
            return _rewritten(answer, request.path).to_page()
        if request.method == "DELETE":
            self._shown.pop(request.headers.get(_WINDOW, ""), None)
        return answer.to_page()

    async def _file(self, request: web.Request) -> _Answer:
        """A file of the page itself, the same for all windows."""
        if request.path not in self._files:
            answer = await self._ask(request)
            if answer.status != web.HTTPOk.status_code:
                return answer
            answer.headers["Cache-Control"] = "max-age=86400" if request.path.startswith(_KEPT) else "no-store"
            self._files[request.path] = _rewritten(answer, request.path)
        return self._files[request.path]

    async def _ask(
        self,
        request: web.Request,
        body: Payload | bytes | None = None,
        *,
        path: str | None = None,
        window: str | None = None,
        **query: str,
    ) -> _Answer:
        """Forward a request of the page to SimCord's server, or request another path with the same credentials."""
        headers = {name: request.headers[name] for name in _ASKED_WITH if name in request.headers}
        if window is not None:
            headers[_WINDOW] = window
        url = self.preview.url.partition("/#")[0] + (path or request.path)
        method = "GET" if path else request.method
        data = json.dumps(body) if isinstance(body, dict) else body
        async with self._session.request(
            method, url, params=query or request.query, headers=headers, data=data
        ) as answer:
            kept = {name: answer.headers[name] for name in _ANSWERED_WITH if name in answer.headers}
            return _Answer(answer.status, kept, await answer.read())


@asynccontextmanager
async def served(preview: simcord.Preview, port: int) -> AsyncGenerator[tuple[Proxy, str]]:
    """A context with a proxy in front of a preview, and the address of its page, which includes its secret."""
    async with ClientSession(auto_decompress=False) as session:
        proxy = Proxy(preview, session)
        application = web.Application(middlewares=[edge.bounded], client_max_size=_LARGEST_BODY)
        application.router.add_route("*", "/{path:.*}", proxy.answer)
        async with edge.served(application, HOST, port) as own:
            try:
                yield proxy, f"http://{HOST}:{own}/#{preview.capability}"
            finally:
                await proxy.close()


def _rewritten(answer: _Answer, path: str) -> _Answer:
    """A file with our words and our style."""
    if path == "/preview.css":
        return answer._replace(body=answer.body + _ours("playground.css").encode())
    if path not in PATCHES:
        return answer
    text = answer.body.decode()
    for patch in PATCHES[path]:
        text = text.replace(patch.old, patch.new)
    return answer._replace(body=text.encode())


def _ours(file: str) -> str:
    return Path(__file__).with_name(file).read_text(encoding="utf-8")


async def _object_in(request: web.Request) -> Payload:
    """The JSON object in a request. Raises HTTPBadRequest if there is none."""
    try:
        found = json.loads(await edge.body_of(request, _LARGEST_BODY))
    except (ValueError, RecursionError) as error:
        raise web.HTTPBadRequest from error
    if not isinstance(found, dict):
        raise web.HTTPBadRequest
    return cast(Payload, found)


def _settled(action: Payload) -> Payload:
    """An answer like SimCord's to an action that changes nothing, which SimCord never receives.

    Raises HTTPBadRequest if it is not one of the page's.
    """
    if not isinstance(action.get("sequence"), int) or not {"request_id", "published_revision"} <= action.keys():
        raise web.HTTPBadRequest
    return {
        "requestId": action["request_id"],
        "sequence": action["sequence"],
        "expectedSequence": action["sequence"] - 1,
        "revision": action["published_revision"],
        "settlement": "settled",
        "dispatch": "not_dispatched",
        "diagnostics": [],
        "outcomes": [],
    }


def _control(shown: Payload, key: str) -> Payload | None:
    """The button or menu of a message that has this key."""
    message = shown.get("messages", {}).get(key.split(":")[1], {})
    return next(
        (part for part in walk_components(message.get("components", [])) if part.get("control_key") == key), None
    )


def _size(picture: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG file; None for another."""
    if not picture.startswith(_PNG):
        return None
    return int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
