"""Texts for servers: settings, the panel with open challenges and running matches, and the week in review."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import render
from bot.model.clock import FEWEST_DAYS, MOST_DAYS
from bot.model.competitions.competition import Competition, CompetitionStage
from bot.model.durations import limit_in
from bot.model.match import Summary
from bot.model.refusals.people import UnknownSetting
from bot.model.servers import CHALLENGE_DAYS, MOST_CHALLENGE_DAYS, Server
from bot.model.weeks import Week, WeekResult
from bot.texts.clocks import day_and_month, time_left
from bot.texts.durations import in_english
from bot.texts.language import listed, message, say
from bot.texts.names import lines, linked, matched, name
from bot.texts.settings import Setting, language_setting, limit
from rules.core import Phrase

_MOST_NAMED: Final = 10  # people in one sentence
LONGEST_PANEL: Final = 3700
"""The most characters for open challenges and running matches on a panel; a message holds 4000."""


def open_challenge(match: Summary) -> str:
    """The text of an open challenge on the panel, beside its button."""
    others = tuple(person for person in match.people if person.id != match.host.id)
    seats = match.seats - len(match.people)
    wish = say("{host:b} would like to play {match}", host=match.host, match=linked(match))
    if others:
        free = say("-# {people:# is|# are} in, {seats:# free seat|# free seats}", people=others, seats=seats)
    else:
        free = say("-# {seats:# free seat|# free seats}", seats=seats)
    return f"{wish}\n{free}"


OPEN_CHALLENGES: Final = message("### Who would like to play?")
"""The heading of the open challenges on the panel."""


def panel(matches: Sequence[Summary], count: int, longest: int) -> str:
    """The list of a server's running matches: as many of `matches` as fit; `count` is the number of all."""
    if not matches:
        return say(
            "### Running matches\nNone right now among people. **Play** begins one, or plays a character at once."
        )
    waiting = Counter(f"**{name(match.to_move)}**" for match in matches if match.to_move)
    waits = listed([f"{person} ({number})" for person, number in waiting.most_common(_MOST_NAMED)])
    head = lines(
        say("### Running matches"),
        say("They wait for {people}.", people=waits) if waits else "",
        say("-# The match with the least time left comes first."),
    )
    rows: list[str] = []
    for match in matches:
        row = _line(match)
        if len(head) + sum(map(len, rows)) + len(rows) + len(row) > longest:
            break
        rows.append(row)
    more = count - len(rows)
    tail = [say("-# … and {count} more. `/games` lists yours.", count=more)] if more else []
    return "\n".join((head, *rows, *tail))


def _line(match: Summary) -> str:
    """The line of a running match: who plays, whose turn it is, and how much time is left."""
    parts = [
        f"- {linked(match)}: {matched([name(person) for person in match.people])}",
        say("{player:b} to move", player=match.to_move) if match.to_move else "",
        time_left(match),
    ]
    return " · ".join(filter(None, parts))


_MOST_RESULTS = 8  # lines


def week(shown: Week) -> str:
    """The first part of the week in review: who won most, and the list of the latest results."""
    results = shown.results[-_MOST_RESULTS:]
    more = len(shown.results) - len(results)
    best = listed([f"**{name(person)}** ({wins})" for person, wins in shown.most_wins])
    most_wins = say("Most wins: {people}.", people=best) if best else ""
    ended = say("{count:# match|# matches} ended.", count=len(shown.results))
    return lines(
        say("### The week from {day}", day=day_and_month(shown.monday)),
        f"{ended} {most_wins}" if best else ended,
        *(f"- {_result(one)}" for one in results),
        say("-# … and {count} more before these.", count=more) if more else "",
    )


def highlights(shown: Week) -> str:
    """The second part: upsets, streaks and the match of the week; empty if there are none."""
    return lines(
        *(
            say(
                "🎯 **Upset:** {result}, against a rating {points:# point|# points} higher.",
                result=_result(one),
                points=one.surprise,
            )
            for one in shown.upsets
        ),
        *(say("🔥 {person:b} has won {wins} in a row.", person=one.person, wins=one.wins) for one in shown.streaks),
        say("**Match of the week:** {result}.", result=_result(shown.best)) if shown.best is not None else "",
    )


def coming(shown: Week) -> str:
    """The part under the picture: competitions that begin or end soon; empty if there are none."""
    return lines(*(f"📅 {_coming(one)}" for one in shown.coming))


def _coming(competition: Competition) -> str:
    if competition.stage is CompetitionStage.OPEN:
        return say(
            "{competition:b} begins {begin}: join until then.", competition=competition, begin=competition.begins_at
        )
    return say("{competition:b} ends {end}.", competition=competition, end=competition.ends_at)


def _result(one: WeekResult) -> str:
    winner = one.winner
    if winner is None:
        players = matched([name(person) for person in one.people])
        return say("{match}: {players}, a draw", match=linked(one), players=players)
    others = tuple(name(person) for person in one.people if person.id != winner.id)
    return say("{match}: {winner:b} beat {others}", match=linked(one), winner=winner, others=others)


_NONE: Final = "none"
_LARGEST_ID: Final = 2**63 - 1  # of a signed 64-bit column
_WAITS: Final = (1, 2, 3, CHALLENGE_DAYS, 14, MOST_CHALLENGE_DAYS, None)


def server_settings(server: Server, now: datetime, *, has_forum: bool, has_page: bool) -> str:
    """The card with the settings of a server, whose matches are in a forum if it `has_forum`.

    The settings of the page are shown only if the bot `has_page`.
    """
    in_forum = {
        "channel": say("<#{channel}>, wherever `/play` is used", channel=server.channel_id),
        "threads": say("in a post for every match"),
    }
    values = {one.name: one.in_full(getattr(server, one.stored_as), now) for one in SETTINGS}
    values |= in_forum if has_forum else {}
    return lines(
        say("### Settings of this server"),
        *(f"**{say(one.title)}:** {values[one.name]}" for one in SETTINGS if one.name != "pages" or has_page),
        say(
            "-# Times and threads apply to matches from now on. To name another channel, use `/server channel:` or "
            "`/server panel:`."
        ),
    )


def _typed_days(days: int | None) -> str:
    """A time for a move as it is typed, which is the same in all languages."""
    return "no limit" if days is None else Phrase("{days:# day|# days}", days=days)


def _channel_in(text: str) -> int | None:
    """The id of a channel in a text; 0, which is no channel's id, if the text has none."""
    if text == _NONE:
        return None
    return int(text) if text.isascii() and text.isdecimal() and int(text) <= _LARGEST_ID else 0


def _channel(
    here: str, nowhere: str, sentence: str = message("in <#{channel}>"), none: str = message("none"), **given: Any
) -> Setting:
    """A setting for a channel: `here` and `nowhere` label its buttons, `sentence` and `none` show it on the card."""

    def buttons(present: int | None, channel_id: int | None) -> Mapping[str, str]:
        change = {} if channel_id in (None, present) else {say(here): str(channel_id)}
        return change if present is None else {**change, say(nowhere): _NONE}

    def in_full(channel_id: int | None, _now: datetime) -> str:
        return say(none) if channel_id is None else say(sentence, channel=channel_id)

    return Setting(read=_channel_in, in_full=in_full, buttons=buttons, **given)


class _Value(NamedTuple):
    """A value of a switch: as typed, in the menu, on the card, and on the button that selects it."""

    typed: str
    choice: str
    in_full: str
    button: str


def _switch(yes: _Value, no: _Value, **given: Any) -> Setting:
    """A setting with two values, true and false."""
    return Setting(
        read=lambda text: text == yes.typed,
        in_full=lambda is_on, _now: say(yes.in_full if is_on else no.in_full),
        choices={value.typed: value.choice for value in (yes, no)},
        buttons=lambda is_on, _here: {say(no.button): no.typed} if is_on else {say(yes.button): yes.typed},
        **given,
    )


def _theme(text: str) -> str:
    if text not in render.THEMES:
        raise UnknownSetting(text)
    return text


def _theme_called(key: str) -> str:
    return say(render.THEMES.get(key) or next(iter(render.THEMES.values())))


SETTINGS: Final = (
    language_setting(
        message("The language of the community"),
        message("that of the community, if Discord knows it, otherwise English"),
        description=message("The language of what everybody sees in the channels of this server"),
        hint=message("The language of the channels"),
    ),
    Setting(
        name="days",
        stored_as="days",
        title=message("Time for a move"),
        description=message(
            "How long a player has for a move unless a challenge says otherwise, such as 3 days, or no limit"
        ),
        read=lambda text: limit_in(in_english(text)),
        in_full=lambda days, _now: say("{limit}, unless a challenge says otherwise", limit=limit(days)),
        values=lambda _present: (*range(FEWEST_DAYS, MOST_DAYS + 1), None),
        typed=_typed_days,
        option=lambda days, _now: (
            say("No time limit") if days is None else say("{days:# day|# days} for a move", days=days)
        ),
    ),
    _channel(
        name="channel",
        stored_as="channel_id",
        title=message("Matches begin in"),
        description=message(
            "The only channel where matches may begin, or in its threads; or a forum with a post for every match"
        ),
        sentence=message("only <#{channel}> and its threads"),
        none=message("any channel"),
        here=message("Matches only here"),
        nowhere=message("Allow every channel"),
    ),
    _switch(
        name="threads",
        stored_as="uses_threads",
        title=message("Boards are shown"),
        description=message("Whether every match gets a thread of its own for its boards"),
        yes=_Value(
            "on",
            message("One for every match"),
            message("in a thread for every match"),
            message("A thread for every match"),
        ),
        no=_Value("off", message("None"), message("in the channel itself"), message("No threads")),
    ),
    _channel(
        name="panel",
        stored_as="panel_channel_id",
        title=message("Panel"),
        description=message(
            "Where a message shows open challenges with Join, all running matches, and whom they wait for"
        ),
        sentence=message("shows open challenges and running matches in <#{channel}>"),
        here=message("Panel here"),
        nowhere=message("Remove the panel"),
    ),
    _channel(
        name="puzzles",
        stored_as="puzzle_channel_id",
        title=message("Puzzle of the day"),
        description=message("Where the puzzle of the day is posted every day; it is behind Puzzle in any case"),
        none=message("behind **Puzzle**, and posted nowhere"),
        here=message("Daily puzzle here"),
        nowhere=message("No daily puzzle"),
    ),
    _channel(
        name="week",
        stored_as="review_channel_id",
        title=message("Week in review"),
        description=message("Where the week in review is posted every Monday, if anything has happened"),
        here=message("Week in review here"),
        nowhere=message("No week in review"),
    ),
    Setting(
        name="challenges",
        stored_as="challenge_days",
        title=message("Open challenges wait"),
        description=message("How long an open challenge waits for players, such as 7 days, or no limit"),
        hint=message("How long open challenges wait"),
        read=lambda text: limit_in(in_english(text), MOST_CHALLENGE_DAYS),
        in_full=lambda days, _now: limit(days),
        values=lambda present: _WAITS if present in _WAITS else (present, *_WAITS),
        typed=lambda days: _NONE if days is None else f"{days}",
        option=lambda days, _now: (
            say("Open challenges wait without limit")
            if days is None
            else say("Open challenges wait {days:# day|# days}", days=days)
        ),
    ),
    _switch(
        name="pages",
        stored_as="has_public_pages",
        title=message("Watching on the page"),
        description=message(
            "Whether anyone who has the link may watch matches of this server in a browser, without signing in"
        ),
        yes=_Value(
            "on", message("Anyone who has the link"), message("anyone who has the link"), message("Anyone may watch")
        ),
        no=_Value(
            "off", message("Only members"), message("only members of this server"), message("Only members watch")
        ),
    ),
    _switch(
        name="voters",
        stored_as="lets_new_accounts_vote",
        title=message("Votes on moves"),
        description=message("Whether accounts younger than a week vote where the channel plays"),
        yes=_Value(
            "all", message("Everybody in the channel"), message("everybody in the channel"), message("Everybody votes")
        ),
        no=_Value(
            "older",
            message("Accounts that are a week old or more"),
            message("accounts that are a week old or more"),
            message("No votes of new accounts"),
        ),
    ),
    Setting(
        name="theme",
        stored_as="theme",
        title=message("Pictures"),
        description=message("How pictures look"),
        hint=message("How pictures look"),
        read=_theme,
        in_full=lambda key, _now: _theme_called(key),
        values=lambda _present: list(render.THEMES),
        option=lambda key, _now: say("Pictures: {theme}", theme=_theme_called(key)),
        choices=render.THEMES,
    ),
)
"""The settings of servers, in the order of the card and the command."""
