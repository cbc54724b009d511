"""The page's own names for what texts call by a command of the chat, with the addresses that they lead to."""

import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Final

from bot.screens.more import OPTIONS
from bot.texts import markup
from bot.texts import pages as page_texts
from bot.texts.language import message, say

_COMMAND: Final = re.compile(r"/(?P<name>[a-z]+)(?P<sub>(?: [a-z]+(?![\w:]))?)(?P<options>(?: [^\s:]+:.*)?)")
_OPTION: Final = re.compile(r" ?[^\s:]{1,32}:")  # as long as Discord allows a name to be
_NUMBER: Final = re.compile(r"(?<=:)#?(?P<number>[0-9]{1,9})\b")

_PLACES: Final[Mapping[str, tuple[str, str]]] = {
    "/play": (message("New match"), "/"),
    "/games": (message("Your matches"), "/"),
    "/help": (message("Help"), "/help"),
    "/learn": (page_texts.LESSONS, "/lessons"),
    "/leaderboard": (message("Leaderboard"), "/leaderboard"),
    "/profile": (message("Profile"), "/profile"),
    "/puzzle": (page_texts.PUZZLES, "/puzzles"),
    "/season": (page_texts.SEASONS, "/seasons"),
    "/manage start": (page_texts.OPEN_SEASON, "/seasons/new"),
    "/settings": (page_texts.SETTINGS, "/settings"),
    "/server": (page_texts.SERVER_SETTINGS, "/settings/server"),
    "/vacation": (page_texts.VACATION, "/vacation"),
}
"""The names and addresses of pages, by the command that does the same."""

_BESIDE_A_BOARD: Final[Mapping[str, str]] = {
    "/board": message("Board"),
    "/match": message("More"),
    "/move": message("Move"),
    "/plan": message("Plan"),
    "/replay": message("Replay"),
    "/rules": page_texts.RULES,
    "/try": page_texts.TRY,
}
"""The names of what every match has on its page, by the command that does the same."""

ONLY_IN_DISCORD: Final = frozenset({"/block", "/manage", "/privacy"})
"""The commands for which there is nothing on the page."""


def html(
    text: str, names: Callable[[int], str] = lambda _id: "", heading: str = "h2", *, keeps_commands: bool = False
) -> markup.Markup:
    """A text as HTML, as `markup.html`, in which commands have the names that the page has for the same."""
    return markup.html(text, names, heading, code=markup.as_code if keeps_commands else coded)


def coded(text: str) -> str:
    """What stands in backticks in a text, as HTML: a command as its name on the page, anything else as code."""
    groups = _COMMAND.fullmatch(text)
    if groups is None:
        return markup.as_code(text)
    called = f"/{groups['name']}{groups['sub']}"
    if called in _PLACES:
        label, address = _PLACES[called]
        return _linked(say(label), address)
    number = _NUMBER.search(groups["options"])
    address = f"/matches/{number['number']}" if number else ""
    values = {option.casefold() for option in _OPTION.split(groups["options"])}
    for entry in OPTIONS if called == "/match" else ():
        if values & {*entry.names, entry.label.casefold()}:
            return _linked(say(entry.label), address)
    if called in _BESIDE_A_BOARD:
        return _linked(say(_BESIDE_A_BOARD[called]), address)
    return say("{command} in Discord", command=markup.as_code(text))


def _linked(label: str, address: str) -> str:
    name = f"<b>{escape(label)}</b>"
    return f'<a href="{address}">{name}</a>' if address else name
