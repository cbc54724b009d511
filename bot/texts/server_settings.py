"""Servers' settings, each declared once: its option of `/server`, its line on the card, and its menu or buttons."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

import render
from bot.model.clock import FEWEST_DAYS, MOST_DAYS
from bot.model.durations import limit_in
from bot.model.servers import CHALLENGE_DAYS, MOST_CHALLENGE_DAYS, Lobby, Server
from bot.model.texts import LARGEST_ID, number_in
from bot.texts.language import capitalized, message, say
from bot.texts.settings import Setting, Value, chosen, language_setting, limit, theme, theme_called
from bot.texts.vocabulary import duration_in_english
from rules.core import Phrase

_NONE: Final = "none"
_WAITS: Final = (1, 2, 3, CHALLENGE_DAYS, 14, MOST_CHALLENGE_DAYS, None)


HEADING: Final = message("### Settings of this server")
HINT: Final = message(
    "-# Times and threads apply to matches from now on. To name another channel, use `/server channel:` or `/server panel:`."
)
"""The first line and the last one of the card, in chat."""


HOME: Final = message("Where should matches live?")
MANAGERS_HOME: Final = message("Managers: where do matches live?")
"""The button of the greeting that asks so."""

IN_CHANNEL: Final = message(
    "**In the channel**: boards come where `/play` is used. A match keeps its last two pictures there, and older boards shrink to a line."
)
IN_THREADS: Final = message(
    "**A thread for every match**: the channel has one line for a match. Its boards are in the thread, with room to talk about them."
)
IN_FORUM: Final = message(
    "**A forum**: every match is a post of its own, with its game as a tag. `/server channel:` names the forum."
)
"""The places for matches, and what each looks like."""


def in_forum(server: Server) -> Mapping[str, str]:
    """What the card says instead, by setting, of a server whose matches are in a forum."""
    return {
        "channel": say("<#{channel}>, wherever `/play` is used", channel=server.channel_id),
        "threads": say("in a post for every match"),
    }


def _typed_days(days: int | None) -> str:
    """A time for a move as it is typed, which is the same in all languages."""
    return "no limit" if days is None else Phrase("{days, plural, one {# day} other {# days}}", days=days)


def _channel_in(text: str) -> int | None:
    """The id of a channel in a text; 0, which is no channel's id, if the text has none."""
    if text == _NONE:
        return None
    return number_in(text, LARGEST_ID) or 0


def _channel(
    here: str,
    nowhere: str,
    sentence: str = message("in <#{channel}>"),
    none: str = message("none", "channel"),
    unchosen: str = "",
    **given: Any,
) -> Setting:
    """A setting for a channel: `here` and `nowhere` label its buttons, `sentence` and `none` show it on the card.

    In a list, `unchosen` or else `nowhere` stands for no channel.
    """

    def buttons(present: int | None, channel_id: int | None) -> Mapping[str, str]:
        change = {} if channel_id in (None, present) else {say(here): str(channel_id)}
        return change if present is None else {**change, say(nowhere): _NONE}

    def in_full(channel_id: int | None, _now: datetime) -> str:
        return say(none) if channel_id is None else say(sentence, channel=channel_id)

    return Setting(
        read=_channel_in,
        in_full=in_full,
        buttons=buttons,
        values=lambda _present: (None,),
        typed=lambda _channel_id: _NONE,
        option=lambda _channel_id, _now: say(unchosen or nowhere),
        is_channel=True,
        **given,
    )


class _Switched(NamedTuple):
    """A value of a switch: as typed, in the menu, on the card, and on the button that selects it."""

    typed: str
    choice: str
    in_full: str
    button: str


def _switch(yes: _Switched, no: _Switched, **given: Any) -> Setting:
    """A setting with two values, true and false."""
    return Setting(
        read=lambda text: text == yes.typed,
        in_full=lambda is_on, _now: say(yes.in_full if is_on else no.in_full),
        values=lambda _present: (True, False),
        typed=lambda is_on: yes.typed if is_on else no.typed,
        option=lambda is_on, _now: capitalized(say(yes.in_full if is_on else no.in_full)),
        choices={value.typed: value.choice for value in (yes, no)},
        buttons=lambda is_on, _here: {say(no.button): no.typed} if is_on else {say(yes.button): yes.typed},
        **given,
    )


_LOOK: Final = message("Language and pictures")
# Translators: A heading over settings: where Furlong posts.
_POSTS: Final = message("Channels")
# Translators: A heading over settings.
_PLAY: Final = message("Matches")

SETTINGS: Final = (
    language_setting(
        message("The language of the community"),
        message("that of the community, if Discord knows it, otherwise English"),
        description=message("The language of what everybody sees in the channels of this server"),
        hint=message("The language of the channels"),
        group=_LOOK,
    ),
    Setting(
        name="days",
        group=_PLAY,
        stored_as="days",
        title=message("Time for a move"),
        description=message(
            "How long a player has for a move unless a challenge says otherwise, such as 3 days, or no limit"
        ),
        read=lambda text: limit_in(duration_in_english(text)),
        # Translators: {limit} is a time, such as “3 days a move”.
        in_full=lambda days, _now: say("{limit}, unless a challenge says otherwise", limit=limit(days)),
        values=lambda _present: (*range(FEWEST_DAYS, MOST_DAYS + 1), None),
        typed=_typed_days,
        option=lambda days, _now: (
            say("No time limit")
            if days is None
            else say("{days, plural, one {# day} other {# days}} for a move", days=days)
        ),
    ),
    _channel(
        name="channel",
        group=_POSTS,
        stored_as="channel_id",
        may_be_forum=True,
        title=message("Matches start in"),
        description=message(
            "The only channel, with its threads, where matches may start; or a forum with a post for every match"
        ),
        sentence=message("only <#{channel}> and its threads"),
        none=message("any channel"),
        here=message("Matches only here"),
        nowhere=message("Allow every channel"),
        unchosen=message("Any channel"),
    ),
    _switch(
        name="threads",
        group=_POSTS,
        stored_as="uses_threads",
        title=message("Boards are shown"),
        description=message("Whether every match gets a thread of its own for its boards"),
        yes=_Switched(
            "on",
            message("One for every match"),
            message("in a thread for every match"),
            message("A thread for every match"),
        ),
        no=_Switched("off", message("None"), message("in the channel itself"), message("No threads")),
    ),
    _switch(
        name="boards",
        group=_POSTS,
        stored_as="keeps_boards",
        title=message("Old boards"),
        description=message("Whether all boards of a match keep their pictures, or only the last two"),
        yes=_Switched(
            "keep", message("All keep their pictures"), message("keep their pictures"), message("Keep all boards")
        ),
        no=_Switched(
            "shrink",
            message("All but the last two shrink to a line"),
            message("shrink, all but the last two"),
            message("Shrink old boards"),
        ),
    ),
    _switch(
        name="alone",
        group=_POSTS,
        stored_as="shows_solitary",
        title=message("Alone with a character"),
        description=message("Whether whoever plays a character alone has the board in the channel or for themselves"),
        yes=_Switched(
            "channel",
            message("The board is where others are"),
            message("the board is where others are"),
            message("Show matches with characters"),
        ),
        no=_Switched(
            "direct",
            message("Only the player has the board"),
            message("the player alone has the board"),
            message("Keep matches with characters private"),
        ),
    ),
    _channel(
        name="panel",
        group=_POSTS,
        stored_as="panel_channel_id",
        title=message("Panel"),
        description=message(
            "Where a message shows open challenges with Join, all running matches, and who they wait for"
        ),
        sentence=message("shows open challenges and running matches in <#{channel}>"),
        here=message("Panel here"),
        nowhere=message("Remove the panel"),
        unchosen=message("No panel"),
    ),
    _channel(
        name="puzzles",
        group=_POSTS,
        stored_as="puzzle_channel_id",
        title=message("Puzzle of the day"),
        description=message("Where the puzzle of the day is posted every day; it's always behind Puzzle too"),
        none=message("behind **Puzzle**, and posted nowhere"),
        here=message("Daily puzzle here"),
        nowhere=message("No daily puzzle"),
    ),
    _channel(
        name="week",
        group=_POSTS,
        stored_as="review_channel_id",
        title=message("Week in review"),
        description=message("Where the week in review is posted every Monday, if anything has happened"),
        here=message("Week in review here"),
        nowhere=message("No week in review"),
    ),
    Setting(
        name="challenges",
        group=_PLAY,
        stored_as="challenge_days",
        title=message("Open challenges wait"),
        description=message("How long an open challenge waits for players, such as 7 days, or no limit"),
        hint=message("How long open challenges wait"),
        read=lambda text: limit_in(duration_in_english(text), MOST_CHALLENGE_DAYS),
        in_full=lambda days, _now: limit(days),
        values=lambda present: _WAITS if present in _WAITS else (present, *_WAITS),
        typed=lambda days: _NONE if days is None else f"{days}",
        option=lambda days, _now: (
            say("Open challenges wait without limit")
            if days is None
            else say("Open challenges wait {days, plural, one {# day} other {# days}}", days=days)
        ),
    ),
    _switch(
        name="pages",
        group=_PLAY,
        stored_as="has_public_pages",
        title=message("Watching on the page"),
        description=message(
            "Whether anyone with the link can watch this server's matches in a browser, without signing in"
        ),
        yes=_Switched(
            "on", message("Anyone with the link"), message("anyone with the link"), message("Anyone may watch")
        ),
        no=_Switched(
            "off", message("Only members"), message("only members of this server"), message("Only members watch")
        ),
    ),
    _switch(
        name="voters",
        group=_PLAY,
        stored_as="lets_new_accounts_vote",
        title=message("Votes on moves"),
        description=message("Whether accounts younger than a week vote where the channel plays"),
        yes=_Switched(
            "all", message("Everybody in the channel"), message("everybody in the channel"), message("Everybody votes")
        ),
        no=_Switched(
            "older",
            message("Accounts that are a week old or more"),
            message("accounts that are a week old or more"),
            message("New accounts can't vote"),
        ),
    ),
    chosen(
        {
            Lobby.OFF: Value(message("Closed for this server"), message("closed for this server")),
            Lobby.SEE: Value(message("Members see it"), message("members see it and accept, but don't post")),
            Lobby.POST: Value(
                message("Members see it and post"), message("members see it and post; the panel shows it too")
            ),
        },
        name="lobby",
        group=_PLAY,
        stored_as="lobby",
        title=message("The lobby for everyone on Furlong"),
        description=message("Whether members may see and post challenges for people of all servers"),
    ),
    _switch(
        name="rivals",
        group=_PLAY,
        stored_as="meets_servers",
        title=message("Matches against other servers"),
        description=message(
            "Whether this server calls others to matches and sees their calls; members enter by themselves"
        ),
        yes=_Switched(
            "on",
            message("We play against other servers"),
            message("on: members enter by themselves"),
            message("Play other servers"),
        ),
        no=_Switched("off", message("Only among ourselves"), message("off"), message("Only among ourselves")),
    ),
    Setting(
        name="theme",
        group=_LOOK,
        stored_as="theme",
        title=message("Pictures"),
        description=message("How pictures look"),
        hint=message("How pictures look"),
        read=theme,
        in_full=lambda key, _now: theme_called(key),
        values=lambda _present: list(render.THEMES),
        option=lambda key, _now: say("Pictures: {theme}", theme=theme_called(key)),
        choices=render.THEMES,
    ),
)
"""The settings of servers, in the order of the card and the command."""
