"""HTML: templates, and the conversion of texts from Discord's Markdown, as `bot.texts` writes it."""

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from html import unescape
from itertools import groupby
from pathlib import Path
from typing import Any, Final, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from bot.texts.language import capitalized, locale, paragraph, say, spoken
from bot.texts.names import literal_name

_RULES: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    (re.compile(r"\|\|(<code>[^<]*</code>)\|\|"), lambda groups: groups[1]),  # a page shows what a channel hides
    (re.compile(r"\*\*(.+?)\*\*"), lambda groups: f"<b>{groups[1]}</b>"),
    (re.compile(r"(?<![\w*])\*(\w[^*\n]*)\*(?![\w*])"), lambda groups: f"<i>{groups[1]}</i>"),
    (
        re.compile(r"\[([^\[\]]+)\]\((https://discord\.com/[^)\s]{1,200})\)"),
        lambda groups: f'<a href="{groups[2]}">{groups[1]}</a>',
    ),
    (re.compile(r"&lt;t:(\d{1,11}):([a-zA-Z])&gt;"), lambda groups: _time(int(groups[1]), groups[2])),
)
_CODE: Final = re.compile(r"`([^`\n]+)`")
_BLOCK: Final = re.compile(r"```\n?(.*?)\n?```", re.DOTALL)
_ITEM: Final = "- "
"""The beginning of a list item."""

_ESCAPED: Final = re.compile(r"\\(&#?\w+;|[^\w\s])")
"""A character after a backslash, in HTML; written as a number, it has no meaning to any rule."""
_NUMBERED: Final = re.compile(r"&#(\d+);")


def templates(folder: Path) -> Environment:
    """The templates of a folder, in which `say` says a message, `paragraph` joins sentences, and the filter `named` is a person's name."""
    made = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    cast(dict[str, Any], made.globals).update(say=say, paragraph=paragraph)
    made.filters.update(named=literal_name, capitalized=capitalized)
    return made


def lang() -> str:
    """The language spoken, as HTML names it: `pt-BR`."""
    return spoken().replace("_", "-")


def direction() -> str:
    """Whether the language spoken is written from the left or the right, as HTML names it: `ltr` or `rtl`."""
    return locale().text_direction


def as_code(text: str) -> str:
    """HTML as an element for code."""
    return f"<code>{text}</code>"


def html(
    text: str,
    names: Callable[[int], str] = lambda _id: "",
    heading: str = "h2",
    code: Callable[[str], str] = as_code,
) -> Markup:
    """A text as HTML.

    `names` returns the name of a mentioned person, `heading` is the element for headings, and `code` returns what
    stands in backticks as HTML, from HTML.
    """
    # Every other part is a code block, in which nothing is marked up.
    parts = enumerate(_BLOCK.split(text))
    return Markup("").join(
        Markup("<pre>{}</pre>").format(part) if number % 2 else _marked(part, names, heading, code)
        for number, part in parts
    )


def _marked(text: str, names: Callable[[int], str], heading: str, code: Callable[[str], str]) -> Markup:
    marked = _ESCAPED.sub(lambda groups: f"&#{ord(unescape(groups[1]))};", str(escape(text)))
    marked = _CODE.sub(lambda groups: code(groups[1]), marked)
    for pattern, replacement in _RULES:
        marked = pattern.sub(replacement, marked)
    marked = re.sub(r"&lt;@(\d{1,20})&gt;", lambda groups: f"<b>{escape(names(int(groups[1])))}</b>", marked)
    marked = _NUMBERED.sub(lambda groups: str(escape(chr(int(groups[1])))), marked)
    blocks = groupby(marked.split("\n"), lambda line: line.startswith(_ITEM))
    return Markup("".join(_block(lines, heading, are_items=are_items) for are_items, lines in blocks))


def _block(lines: Iterable[str], heading: str, *, are_items: bool) -> str:
    """Lines as HTML: the items of one list, or lines without any."""
    if are_items:
        return f"<ul>{''.join(f'<li>{line.removeprefix(_ITEM)}</li>' for line in lines)}</ul>"
    return "".join(_line(line, heading) for line in lines)


def _line(line: str, heading: str) -> str:
    if line.startswith("-# "):
        return f"<p><small>{line[3:]}</small></p>"
    if line.startswith("### ") and line[4:].strip():  # screen readers announce an empty heading too
        return f"<{heading}>{line[4:]}</{heading}>"
    return f"<p>{line}</p>" if line else ""


def _time(seconds: int, style: str) -> str:
    """A timestamp, which the page's script shows in the reader's own time zone."""
    try:
        at = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError):
        return ""
    return f'<time datetime="{at.isoformat()}" data-style="{style}">{at:%Y-%m-%d %H:%M} UTC</time>'
