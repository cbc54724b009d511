"""What the page shows, as paragraphs of a transcript: its text, its links and forms, without what browsers add."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

_HIDDEN: Final = frozenset({"script", "style", "svg", "template", "head"})
_BLOCKS: Final = frozenset(
    {"p", "div", "section", "main", "header", "footer", "h1", "h2", "h3", "h4", "li", "ul", "ol", "tr", "table", "form"}
    | {"fieldset", "legend", "details", "summary", "figure", "figcaption", "nav", "dl", "dt", "dd", "pre"}
    | {"select", "label", "article", "aside", "caption", "button", "br", "hr", "blockquote", "input", "textarea", "a"}
)
_BESIDE: Final = frozenset({"span", "small"})
_VOID: Final = frozenset({"input", "br", "hr", "img", "meta", "link", "source", "area", "wbr", "col"})
_KEPT_SECRET: Final = frozenset({"csrf"})
_MARKS: Final = {"h1": "# ", "h2": "## ", "h3": "### ", "h4": "#### ", "li": "- ", "summary": "▸ "}


@dataclass
class Form:
    """A form of a page: where it is sent, what it would send as it stands, and its buttons with what they add."""

    path: str
    fields: dict[str, str] = field(default_factory=dict[str, str])
    buttons: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    names: set[str] = field(default_factory=set[str])
    """The names of all fields, also of boxes without a tick."""


@dataclass
class Shown:
    """The visible content of a page from top to bottom, its links by their text, and its forms."""

    lines: list[str]
    frame: list[str]
    links: dict[str, str]
    forms: list[Form]


def read(page: str) -> Shown:
    """What people see on a page, and what they can do there."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return Shown([line for line in reader.lines() if line.strip()], reader.frame(), reader.links, reader.forms)


@dataclass
class _Open:
    """An element that is open, and what stands behind its text."""

    tag: str
    behind: str
    is_hidden: bool


class _Reader(HTMLParser):
    """Collects lines: one for each block, link, button and field."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._frame = list[str]()
        self._found, self._now, self._open = list[str](), "", list[_Open]()
        self.links, self.forms = dict[str, str](), list[Form]()
        self._select, self._text, self._given = "", "", dict[str, str]()

    def lines(self) -> Iterator[str]:
        self._end_line()
        yield from self._found

    def frame(self) -> list[str]:
        """What stands above and below each page."""
        return self._frame

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in _VOID:
            self._open.append(_Open(tag, self._closing(tag, given), tag in _HIDDEN or "hidden" in given))
        if self._is_hidden:
            return
        if tag in _BLOCKS:
            self._end_line()
        elif tag in _BESIDE and not self._now.endswith(("[", " ")):
            self._now += " "
            self._text += " "
        self._now += _MARKS.get(tag, "")
        if tag == "form":
            method, address = given.get("method", "get"), given.get("action", "")
            self.forms.append(Form(address))
            if not self._is_in("header", "footer"):
                self._found.append(f"form: {method} {address}".rstrip())
        elif tag == "img" and given.get("alt"):
            self._now += f"{{picture: {given['alt']}}}"
        elif tag == "input":
            self._field(given)
        elif tag in ("button", "a"):
            self._given, self._text = given, ""
            self._now += "["
        elif tag in ("select", "textarea"):
            self._select, self._text = given.get("name", ""), ""
            self._now += f"  {tag} {self._select}: "
            self._send(self._select, "" if tag == "textarea" else None)
        elif tag == "option":
            self._now += "" if self._now.endswith(": ") else " | "
            if "selected" in given:
                self._now += "•"
                self._send(self._select, given.get("value", ""))
            elif self.forms and self._select not in self.forms[-1].fields:
                self._send(self._select, given.get("value", ""))
        elif tag in ("td", "th"):
            self._now += " | "

    def _closing(self, tag: str, given: dict[str, str]) -> str:
        """What stands behind the text of an element."""
        if tag == "a":
            return f"] → {given.get('href', '')}"
        if tag == "button":
            sent = f" {given['name']}={given.get('value', '')}" if given.get("name") else ""
            state = f"{' (off)' if 'disabled' in given else ''}{' (hidden)' if 'hidden' in given else ''}"
            return f"]{sent}{state}"
        return f" ({given['value']})" if tag == "option" and given.get("value") else ""

    def _field(self, given: dict[str, str]) -> None:
        kind, name, value = given.get("type", "text"), given.get("name", ""), given.get("value", "")
        if self.forms:
            self.forms[-1].names.add(name)
        if kind not in ("checkbox", "radio") or "checked" in given:
            self._send(name, value or "on" if kind in ("checkbox", "radio") else value)
        if name in _KEPT_SECRET:
            return
        if kind == "hidden" and self._found and self._found[-1].startswith("form: "):
            self._found[-1] += f" {name}={value}"
            return
        state = f"{' (ticked)' if 'checked' in given else ''}{' (needed)' if 'required' in given else ''}"
        self._found.append(f"  {kind} {name}: {value}{state}".rstrip())

    def _send(self, name: str, value: str | None) -> None:
        if self.forms:
            self.forms[-1].names.add(name)
        if self.forms and name and value is not None:
            self.forms[-1].fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag not in {one.tag for one in self._open}:
            return
        is_closed = False
        while not is_closed:
            was_hidden, last = self._is_hidden, self._open.pop()
            self._close(last.tag)
            if not was_hidden:
                self._now += last.behind
                if last.tag in _BLOCKS:
                    self._end_line()
            is_closed = last.tag == tag

    def handle_data(self, data: str) -> None:
        self._text += data
        if not self._is_hidden:
            text = data if self._is_in("pre") else re.sub(r"\s+", " ", data)
            self._now += text if self._now or self._is_in("pre") else text.lstrip()

    def _close(self, tag: str) -> None:
        """Keep a link or a button, by its text."""
        text, given = " ".join(self._text.split()), self._given
        if tag == "a":
            self.links.setdefault(text, given.get("href", ""))
        elif tag == "button" and self.forms:
            added = {given["name"]: given.get("value", "")} if "name" in given else {}
            self.forms[-1].buttons.setdefault(text, added)
        elif tag == "textarea":
            self._send(self._select, self._text)

    @property
    def _is_hidden(self) -> bool:
        return any(one.is_hidden for one in self._open)

    def _is_in(self, *tags: str) -> bool:
        return any(one.tag in tags for one in self._open)

    def _end_line(self) -> None:
        line, self._now = (
            self._now.rstrip() if self._is_in("pre") or self._now.startswith("  ") else self._now.strip(),
            "",
        )
        if line and line not in ("-", "·", "▸"):
            (self._frame if self._is_in("header", "footer") else self._found).append(line)
