"""Names, lists and numbers in sentences: what all other texts are made of."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from discord.utils import escape_markdown

from bot.model.match import Match, Summary
from bot.model.offers import Rematch
from bot.model.people import Person
from bot.model.weeks import WeekResult
from rules.core import Game, Position
from rules.wording import agreeing, listed, plural

LONGEST_ALT: Final = 1024
"""Characters that Discord takes for a picture in words."""

YOU: Final = "You"
"""The name of a person in a picture that nobody else sees."""

_LONGEST_CHOICE: Final = 100
_COMMAND: Final = re.compile(r"`/(?P<name>[a-z]+)(?P<sub>(?: [a-z]+)?)`")
_TITLE: Final = re.compile(r"### [^\n]* · match #(?P<number>[0-9]{1,9})(?:\n|$)")  # `numbered`, as a heading
_TURNING: Final = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Characters that have whatever stands behind them read from the other side."""

_INVISIBLE: Final = "\u200b"
_BREAKS: Final = re.compile(r"(?<=<)|(?<=@)(?=everyone|here)|(?<=:)(?=/)|(?<=\w\.)(?=\w)|(?<=\])(?=\()")
"""Where mentions and addresses are cut: in `<@` and `@everyone`, in `://`, at a dot within a word, and in `](`."""


def name(person: Person) -> str:
    """A person's name, safe inside Discord's markdown and inside a sentence."""
    text = " ".join(person.name.translate(_TURNING).split())
    return plain_text(text) or "someone"


def you_to_move(position: Position) -> Sequence[str]:
    """The names in a picture for one person alone, who has to find a move."""
    return (*[""] * position.turn, YOU) if isinstance(position.turn, int) else ()


def names(people: Iterable[Person]) -> str:
    """Names joined as in a sentence."""
    return listed([f"**{name(person)}**" for person in people])


def names_with(people: Sequence[Person], one: str, many: str) -> str:
    """Names and the verb that goes with them: `Ada has`, `Ada and Ben have`."""
    return agreeing([f"**{name(person)}**" for person in people], one, many)


def matched(players: Sequence[str]) -> str:
    """Those who play each other: `Ada against Ben`, `Ada, Ben and Cleo`."""
    return " against ".join(players) if len(players) == 2 else listed(players)


def mention(person: Person) -> str:
    """A mention; it pings only where the message allows it. A person who was forgotten has only a name."""
    return f"<@{person.id}>" if person.is_on_discord else f"**{name(person)}**"


def manager(person: Person) -> str:
    """The server manager who did something, before a verb."""
    does = "managed the server then" if person.is_forgotten else "manages the server"
    return f"**{name(person)}**, who {does},"


def shortened(text: str, limit: int = _LONGEST_CHOICE) -> str:
    """`text` cut to `limit` characters, with an ellipsis where something was left out."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def first_sentence(text: str) -> str:
    """The beginning of an explanation, where there is no room for the whole of it."""
    return shortened(text.partition(". ")[0])


def title(match: Match | Summary | WeekResult) -> str:
    """What every message about a match is headed with."""
    return numbered(match.game, match.id)


def numbered(game: Game, match_id: int) -> str:
    """A match by its game and number."""
    return f"{game.name} · match #{match_id}"


def number_in_title(text: str) -> int | None:
    """The number of the match whose title a text begins with, as a heading; None if it begins otherwise."""
    found = _TITLE.match(text)
    return None if found is None else int(found["number"])


def link(match: Match | Summary | Rematch | WeekResult) -> str | None:
    """The address of the message that shows a match, None while there is none."""
    if match.place.message_id is None:
        return None
    return message_link(match.place.server_id, match.place.shown_in, match.place.message_id)


def message_link(server_id: int, channel_id: int, message_id: int) -> str:
    """The address of a message; those in direct messages belong to no server."""
    return f"https://discord.com/channels/{server_id or '@me'}/{channel_id}/{message_id}"


def linked(match: Match | Summary | WeekResult) -> str:
    """The title of a match, as a link to the message that shows it where there is one."""
    address = link(match)
    return f"[{title(match)}]({address})" if address else title(match)


def way_to(match: Match) -> str:
    """A link to the board of a match after the end of a sentence; empty while there is none."""
    address = link(match)
    return f" [Go to the board]({address})." if address else ""


def plain_text(text: str) -> str:
    """A foreign text inside a sentence, shown as it is: it neither mentions anybody nor leads anywhere.

    An invisible space keeps `<@1>` from looking like a mention, and `https://example.org` or
    `example.org/invite` from becoming a link.
    """
    return _BREAKS.sub(_INVISIBLE, escape_markdown(text, ignore_links=False))


def plies(count: int) -> str:
    """How many moves were played."""
    return plural(count, "move") if count else "no move yet"


def clickable(text: str, command_ids: Mapping[str, int]) -> str:
    """A text in which commands such as `/play`, in backticks, can be clicked where their ids are known."""

    def mentioned(found: re.Match[str]) -> str:
        command_id = command_ids.get(found["name"])
        return found[0] if command_id is None else f"</{found['name']}{found['sub']}:{command_id}>"

    return _COMMAND.sub(mentioned, text)


def lines(*parts: str) -> str:
    """Parts one below the other, without those that are empty."""
    return "\n".join(filter(None, parts))


def because(reason: str) -> str:
    """The reason that a person gave, before the end of a sentence; empty where they gave none."""
    return f" ({plain_text(reason.rstrip('.'))})" if reason else ""


def page_of(page: int, pages: int) -> str:
    """Under a list or text that has several pages."""
    return f"-# Page {page + 1} of {pages}"
