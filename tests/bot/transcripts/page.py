"""What the page shows, as paragraphs of a transcript: its text, its links and forms, without what browsers add."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

_HIDDEN: Final = frozenset({"script", "style", "svg", "template", "head"})
_BLOCKS: Final = frozenset(
    {"p", "div", "section", "main", "header", "footer", "h1", "h2", "h3", "h4", "li", "ul", "ol", "tr", "table", "form"}
    | {"fieldset", "legend", "details", "summary", "figure", "figcaption", "nav", "dl", "dt", "dd", "pre", "option"}
    | {"select", "label", "article", "aside", "caption", "button", "br", "hr", "blockquote", "input", "textarea", "a"}
)
_VOID: Final = frozenset({"input", "br", "hr", "img", "meta", "link", "source", "area", "wbr", "col"})
_KEPT_SECRET: Final = frozenset({"csrf"})
_MARKS: Final = {"h1": "# ", "h2": "## ", "h3": "### ", "h4": "#### ", "li": "- ", "summary": "▸ ", "option": "  · "}


def lines_of(page: str) -> list[str]:
    """The visible content of a page, from top to bottom."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return [line for line in reader.lines() if line.strip()]


class _Reader(HTMLParser):
    """Collects lines: one for each block, link, button and field."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._found, self._now, self._open = list[str](), "", list[tuple[str, str]]()

    def lines(self) -> Iterator[str]:
        self._end_line()
        yield from self._found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in _VOID:
            self._open.append((tag, self._closing(tag, given)))
        if self._is_hidden:
            return
        if tag in _BLOCKS:
            self._end_line()
        self._now += _MARKS.get(tag, "")
        if tag == "form":
            method, address = given.get("method", "get"), given.get("action", "")
            self._found.append(f"form: {method} {address}".rstrip())
        elif tag == "img":
            self._now += f"{{picture: {given.get('alt', '')}}}"
        elif tag == "input":
            self._field(given)
        elif tag in ("button", "a"):
            self._now += "["
        elif tag in ("select", "textarea"):
            self._found.append(f"{tag} {given.get('name', '')}:")
        elif tag == "option" and "selected" in given:
            self._now += "• "
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
        return f" (value {given['value']})" if tag == "option" and given.get("value") else ""

    def _field(self, given: dict[str, str]) -> None:
        kind, name, value = given.get("type", "text"), given.get("name", ""), given.get("value", "")
        if name in _KEPT_SECRET:
            return
        state = f"{' (ticked)' if 'checked' in given else ''}{' (needed)' if 'required' in given else ''}"
        self._found.append(f"  {kind} {name} = {value}{state}".rstrip())

    def handle_endtag(self, tag: str) -> None:
        if tag not in {name for name, _ in self._open}:
            return
        while self._open:
            was_hidden, (name, behind) = self._is_hidden, self._open.pop()
            if not was_hidden:
                self._now += behind
                if name in _BLOCKS:
                    self._end_line()
            if name == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self._is_hidden:
            self._now += re.sub(r"\s+", " ", data)

    @property
    def _is_hidden(self) -> bool:
        return any(tag in _HIDDEN for tag, _ in self._open)

    def _end_line(self) -> None:
        line, self._now = self._now.strip(), ""
        if line and line not in ("-", "·", "▸"):
            self._found.append(re.sub(r"\?v?=?[0-9a-f]{8,}", "", line))
