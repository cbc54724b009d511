"""Names, lists and numbers in sentences: the building blocks of all other texts."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from bot.model import votes
from bot.model.match import Match, Summary
from bot.model.offers import Rematch
from bot.model.people import Person, is_visible
from bot.model.weeks import WeekResult
from bot.texts import limits
from bot.texts.language import bracketed, fact, listed, message, say
from rules import GAMES
from rules.core import Phrase, Position
from rules.wording import TURNING

YOU: Final = message("You")
"""The name for a person in a picture that only they see."""

_COMMAND: Final = re.compile(r"`/(?P<name>[a-z]+)(?P<sub>(?: [a-z]+)?)`")
_TITLE: Final = re.compile(r"(?:###|-#) \[?[^\n]*?#(?P<number>[0-9]{1,9})(?:\n|$|\])")  # `numbered`, in any language
_MARKDOWN: Final = re.compile(r"(?m)^(?P<indent>[^\S\n]*)(?=-|#|>(?:>>)?\s)|(?=[\\*_~|`])")
"""The places in front of signs that format text: some do so anywhere, others only at the beginning of a line."""

_BEFORE_LINK: Final = re.compile(r"(?m)^.+(?=.\]\()")
"""The part of a line in which a bracket begins the text of a link."""

_INVISIBLE: Final = "\u200b"
_BREAKS: Final = re.compile(r"(?<=<)|(?<=@)(?=everyone|here)|(?<=:)(?=/)|(?<=\w\.)(?=\w)|(?<=\])(?=\()")
"""Where mentions and links are broken up: in `<@` and `@everyone`, in `://`, at a dot within a word, and in `](`."""


def name(person: Person) -> str:
    """A person's name, made safe for Discord's Markdown and for use inside a sentence."""
    return plain_text(literal_name(person))


def literal_name(person: Person, longest: int | None = None) -> str:
    """A person's name on one line, for places that show text literally; of at most `longest` characters, if that is given.

    The user name is beside it if others there have the same name, and in its place if nothing is seen of it. What marks
    a guest or an engine comes after a name that is cut.
    """
    stored_name = votes.name_of(person.id) if person.is_channel else person.name
    if person.is_forgotten and person.name:
        stored_name = Phrase("Former player {number}", number=-person.id)
    shown = " ".join(fact(stored_name, "").translate(TURNING).split())
    if not is_visible(shown):
        return person.user_name or say("someone")
    shown = shown if longest is None else shortened(shown, longest)
    if person.is_guest:
        return say("{name} (guest)", name=shown)
    if person.is_engine:
        return say("{name} (engine)", name=shown)
    return bracketed(shown, person.user_name) if person.has_namesake else shown


@fact.register
def _(value: Person, form: str) -> str:
    """A person's name, bold with the form `b` and in lists."""
    return bold(value) if form == "b" else name(value)


def you_to_move(position: Position) -> Sequence[str]:
    """The names by seat in a picture for a person who has to find a move."""
    return (*[""] * position.turn, say(YOU)) if isinstance(position.turn, int) else ()


def bold(person: Person) -> str:
    """A person's name in bold."""
    return f"**{name(person)}**"


def names(people: Iterable[Person]) -> str:
    """Names joined as in a sentence."""
    return listed([bold(person) for person in people])


def matched(players: Sequence[str]) -> str:
    """The players of a match: `Ada against Ben`, `Ada, Ben and Cleo`."""
    return (
        say("{player} against {other}", player=players[0], other=players[1]) if len(players) == 2 else listed(players)
    )


def mention(person: Person) -> str:
    """A mention of a person, which pings only if the message allows it; the name of a person who was forgotten."""
    return f"<@{person.id}>" if person.is_on_discord else bold(person)


def manager(person: Person) -> str:
    """A server manager as the subject of a sentence."""
    if person.is_forgotten:
        return say("**{person}**, who managed the server then,", person=person)
    return say("**{person}**, who manages the server,", person=person)


_LONGEST_NAME: Final = 100
_SHORTEST_NAME: Final = 3


def within(limit: int, compose: Callable[[Callable[[Person], str]], str]) -> str:
    """A text with names that `compose` makes, of at most `limit` characters: the longest names are cut, not their marks."""
    text = ""
    for longest in range(_LONGEST_NAME, _SHORTEST_NAME - 1, -1):
        text = compose(partial(literal_name, longest=longest))
        if len(text) <= limit:
            return text
    return shortened(text, limit)


def both_shortened(first: str, second: str, limit: int) -> tuple[str, str]:
    """Two texts, of which the longer one is cut first, so that together they have at most `limit` characters."""
    half = limit // 2
    return (
        shortened(first, max(half, limit - len(second))),
        shortened(second, max(half, limit - len(first))),
    )


def shortened(text: str, limit: int = limits.OPTION) -> str:
    """The text cut to `limit` characters, with an ellipsis if anything was left out."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


_FULL_STOP: Final = re.compile(r"\. |(?<=。)")


def first_sentence(text: str) -> str:
    """The first sentence of an explanation that is too long for its place."""
    return shortened(_FULL_STOP.split(text, maxsplit=1)[0])


def title(match: Match | Summary | WeekResult) -> str:
    """The title of a match in messages about it."""
    return numbered(match.game.name, match.id)


def season_title(name: str, season: int | None) -> str:
    """The title of a competition, with the number of the season of a league."""
    return name if season is None else say("{competition} · season {number}", competition=name, number=season)


def game_name(key: str) -> str:
    """The name of a game; its key if its package is not installed."""
    return GAMES[key].name if key in GAMES else key


def numbered(game: str, match_id: int) -> str:
    """The title of a match, given the name of its game and its number."""
    return say("{game} · match #{number}", game=game, number=match_id)


def number_in_title(text: str) -> int | None:
    """The number of the match whose title is the heading of a text, or begins its line as a link; None without."""
    groups = _TITLE.match(text)
    return None if groups is None else int(groups["number"])


def link(match: Match | Summary | Rematch | WeekResult) -> str | None:
    """The link to the message that shows a match; None if there is none yet."""
    if match.place.message_id is None:
        return None
    return message_link(match.place.posted_on, match.place.shown_in, match.place.message_id)


def message_link(server_id: int, channel_id: int, message_id: int) -> str:
    """The link to a message; direct messages belong to no server."""
    return f"https://discord.com/channels/{server_id or '@me'}/{channel_id}/{message_id}"


def linked(match: Match | Summary | WeekResult) -> str:
    """The title of a match, linked to the message that shows it if there is one."""
    address = link(match)
    return f"[{title(match)}]({address})" if address else title(match)


def way_to(match: Match) -> str:
    """A sentence with a link to the board of a match; empty if there is none yet."""
    address = link(match)
    return say("[Go to the board]({address}).", address=address) if address else ""


def escaped(text: str) -> str:
    """The text with a backslash before each sign that would format it in Discord's Markdown."""
    marked = _MARKDOWN.sub(r"\g<indent>\\", text)
    return _BEFORE_LINK.sub(lambda groups: groups[0].replace("[", r"\["), marked)


def posted(address: str) -> str:
    """The answer to the person who posted a film or a review."""
    return say("-# Posted: [here it is]({address}).", address=address)


def plain_text(text: str) -> str:
    """A person's text inside a sentence, shown literally: it cannot mention anybody, format anything or link anywhere.

    An invisible space keeps `<@1>` from looking like a mention, and `https://example.org` or
    `example.org/invite` from becoming a link. Nothing in it turns the sentence around.
    """
    return _BREAKS.sub(_INVISIBLE, escaped(text.translate(TURNING)))


def plies(count: int) -> str:
    """The number of moves played, in words."""
    return say("{count, plural, one {# move} other {# moves}}", count=count) if count else say("no move yet")


def clickable(text: str, command_ids: Mapping[str, int]) -> str:
    """The text with commands in backticks, such as `/play`, turned into clickable ones if their ids are known."""

    def mentioned(groups: re.Match[str]) -> str:
        command_id = command_ids.get(groups["name"])
        return groups[0] if command_id is None else f"</{groups['name']}{groups['sub']}:{command_id}>"

    return _COMMAND.sub(mentioned, text)


def lines(*parts: str) -> str:
    """The non-empty parts, one per line."""
    return "\n".join(filter(None, parts))


def fitting(heading: str, rows: Sequence[str], left_out: Callable[[int], str], *below: str) -> str:
    """As many of the rows as fit whole into a message, between what is above and below them.

    `left_out` says, of how many are shown, how many others there are; or nothing.
    """
    for count in range(len(rows), 0, -1):
        text = lines(heading, *rows[:count], left_out(count), *below)
        if len(text) <= limits.TEXTS:
            return text
    return lines(heading, left_out(0), *below)


def because(reason: str) -> str:
    """The reason that a person gave, in brackets at the end of a sentence; empty if they gave none."""
    return f" ({plain_text(reason.rstrip('.。'))})" if reason else ""


def page_of(page: int, pages: int) -> str:
    """The page number under a list or text with several pages."""
    return say("-# Page {page} of {pages}", page=page + 1, pages=pages)
