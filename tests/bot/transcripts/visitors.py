"""People at browsers, and programs with tokens, who use what they are shown."""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from tests.bot.api.programs import Client
from tests.bot.transcripts.page import Shown, read
from tests.bot.transcripts.script import changed, wrapped
from tests.bot.web.visiting import Answer, Browser

if TYPE_CHECKING:
    from tests.bot.transcripts.evening import Evening


def _meant(label: str, there: Collection[str]) -> str:
    """The label that is called so, or that contains that. Raises `LookupError`."""
    found = [one for one in there if one == label] or [one for one in there if label in one]
    if not found:
        raise LookupError(f"“{label}” is not there, only {sorted(there)}")
    return found[0]


@dataclass
class Visitor:
    """A person at a browser. What is the same as on their last look at an address is not written again."""

    evening: "Evening"
    name: str
    language: str
    browser: Browser
    page: Shown = field(default_factory=lambda: read(""), init=False)
    _seen: dict[str, list[str]] = field(default_factory=dict[str, list[str]], init=False)
    path: str = field(default="", init=False)
    _frame: list[str] = field(default_factory=list[str], init=False)

    async def opens(self, path: str) -> None:
        """Open an address."""
        await self._get(f"{self.name} opens {path}", path)

    async def follows(self, link: str) -> None:
        """Follow a link of the page, given by its text."""
        found = _meant(link, self.page.links)
        await self._get(f"{self.name} follows [{found}]", self.page.links[found])

    def shown(self, beginning: str) -> str:
        """The address on the page that begins so."""
        found = re.search(rf"{beginning}\S+", "\n".join(self.page.lines))
        assert found is not None, self.page.lines
        return found[0]

    async def presses(self, button: str, **filled: str) -> None:
        """Press a button of the page, after filling in fields of its form; follows where that leads."""
        found = _meant(button, [one for form in self.page.forms for one in form.buttons])
        form = next(form for form in self.page.forms if found in form.buttons)
        assert filled.keys() <= form.names, sorted(form.names)
        await self.posts(form.path or self.path, f"[{found}]", **{**form.fields, **form.buttons[found], **filled})

    async def posts(self, path: str, told: str = "a form", /, **fields: str) -> None:
        """Send a form; follows where that leads."""
        self._begin()
        answer = await self.browser.post(path, **fields)
        sent = [f"{name}: {value}" for name, value in fields.items() if name != "csrf" and value]
        self.evening.script.note(f"{self.name} sends {told} to {path}", sent)
        if "Location" in answer.headers:
            await self._get(f"That leads {self.name} to {answer.headers['Location']}", answer.headers["Location"])
        else:
            self._show(f"{self.name} gets", path, answer)

    async def _get(self, told: str, path: str) -> None:
        self._begin()
        answer = await self.browser.get(path, **{"Accept-Language": self.language})
        self._show(told, path, answer)
        if "Location" in answer.headers:
            await self._get(f"That leads {self.name} to {answer.headers['Location']}", answer.headers["Location"])

    def _begin(self) -> None:
        self.evening.a_minute()
        self.evening.tell_time()

    def _show(self, told: str, path: str, answer: Answer) -> None:
        is_text = answer.headers.get("Content-Type", "").startswith("text/")
        self.path, self.page = path, read(answer.text if is_text else "")
        now = self.page.lines if is_text else [answer.headers.get("Content-Type", "nothing")]
        if "Location" in answer.headers:
            now = []
        elif is_text and self.page.frame and self.page.frame != self._frame:
            self._frame = self.page.frame
            now = [*now, f"around it: {' '.join(self._frame)}"]
        before, self._seen[path] = self._seen.get(path), now
        difference = None if before is None else changed(before, now) or ["as before"]
        lines = now if difference is None or len(difference) > len(now) else difference
        self.evening.script.note(f"{told}: {answer.status}", lines)


def _told(body: Any) -> Iterator[str]:
    """The lines of an answer in JSON: one for each part, and for each item of a list of objects."""
    for name, value in body.items():
        items = cast(list[Any], value) if isinstance(value, list) else []
        if items and all(isinstance(one, dict) for one in items):
            yield f"{name}:"
            yield from (f"- {json.dumps(one, ensure_ascii=False)}" for one in items)
        else:
            yield f"{name}: {json.dumps(value, ensure_ascii=False)}"


@dataclass
class Program:
    """A program with a token, whose questions and answers are written down."""

    evening: "Evening"
    name: str
    client: Client

    async def gets(self, path: str, **query: str) -> Any:
        """Ask for something; returns it."""
        return await self._asks("GET", path, params=query)

    async def posts(self, path: str, **body: Any) -> Any:
        """Do something; returns the answer."""
        return await self._asks("POST", path, json=body)

    async def _asks(self, method: str, path: str, **sent: Any) -> Any:
        self.evening.a_minute()
        self.evening.tell_time()
        reply = await self.client.ask(method, path, **sent)
        told = [f"{name}: {value}" for values in sent.values() for name, value in values.items()]
        self.evening.script.note(f"{self.name} asks: {method} {path}", told)
        shown = [line for told in _told(reply.body) for line in wrapped(self.evening.script.plain(told))]
        self.evening.script.note(f"The answer is {reply.status}:", shown)
        return reply.body
