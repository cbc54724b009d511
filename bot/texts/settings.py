"""People's settings, each declared once: its option of `/settings`, its line on the card, and its menu there."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

import render
from bot.model.durations import quiet_in
from bot.model.refusals.settings import AmbiguousZone, NotDays, NotQuietHours, UnknownSetting, UnknownZone
from bot.model.settings import (
    Challengers,
    Confirming,
    Preferences,
    Presence,
    QuietHours,
    Reach,
    Reminders,
    Sharing,
    Timeouts,
    View,
    zone_of,
)
from bot.texts import limits
from bot.texts.language import language_name, languages, message, say, sentence
from bot.texts.vocabulary import duration_in_english, readings
from bot.texts.zones import zones_like, zones_named
from rules import FAMILIES
from rules.core import Phrase

LONGEST_VALUE: Final = 60
"""The most characters of a typed value; every possible value is shorter."""

_SIMILAR: Final = 3  # names of zones in a refusal
_MOST_POSSIBLE: Final = 5  # zones that an ambiguous name may mean, in a refusal
_NIGHTS: Final = ("off", "20-7", "21-6", "21-7", "22-6", "22-7", "22-8", "23-7", "23-8", "0-7", "0-8", "0-9", "1-9")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A setting of a person or a server: an option of a command, a line on its card, and a menu or buttons below."""

    name: str
    """The name of the option, which menus and buttons refer to."""

    stored_as: str
    """The name of its field in `Preferences` or `Server`."""

    title: str
    """The label on the card, before the current value."""

    group: str = ""
    """The heading over it and others, on a face that has room for headings."""

    description: str
    """The description of the option."""

    read: Callable[[str], Any]
    """Parses a text to a value. Raises a refusal."""

    in_full: Callable[[Any, datetime], str]
    """Formats a value for the card."""

    hint: str = ""
    """The placeholder of the menu; empty to use the title."""

    values: Callable[[Any], Sequence[Any]] = lambda _present: ()
    """Returns the values in the menu, given the current value."""

    typed: Callable[[Any], str] = str
    """Formats a value as it is typed."""

    option: Callable[[Any, datetime], str] = lambda value, _now: str(value)
    """Formats a value for the menu."""

    choices: Mapping[str, str] | None = None
    """The texts that the option accepts, with their labels; None if any text can be typed."""

    suggested: Callable[[str], Sequence[Any]] | None = None
    """Returns the values that fit the text typed so far."""

    buttons: Callable[[Any, int | None], Mapping[str, str]] = lambda _present, _here: {}
    """Returns the text for each button, by label, given the current value and the card's text channel, if any."""

    is_channel: bool = False
    """Whether it is a text channel of the server, or none."""

    may_be_forum: bool = False
    """Whether that may be a forum, too."""


def limit(count: int | None) -> str:
    """The number of days for a move, in words."""
    return say("no limit") if count is None else say("{count, plural, one {# day} other {# days}}", count=count)


def time_choice(time: str, *, is_usual: bool) -> str:
    """The label of a time limit in a list of suggestions."""
    return say("{time} (usual here)", time=time) if is_usual else time


OWN_HEADING: Final = message("### Your settings, on every server")
HEADING_OF_GUESTS: Final = message("### Your settings")
OWN_HINT: Final = message(
    "-# You can type other hours and zones than those in the menus: `/settings quiet:21:30-06:45`, `/settings zone:` and a "
    "city."
)
"""The first line and the last one of the card with a person's settings, in chat."""


def quiet_now(preferences: Preferences, now: datetime) -> str:
    """The line about quiet hours that have begun; empty if it is not quiet."""
    until = preferences.quiet_until(now)
    if until is None:
        return ""
    return say("Your quiet hours have started: messages wait until {time}.", time=f"{preferences.local(until):%H:%M}")


def quiet(hours: QuietHours | None) -> str:
    """Quiet hours, as they are typed."""
    return "off" if hours is None else f"{_clock(hours.begin)}-{_clock(hours.end)}"


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _quiet_typed(text: str) -> QuietHours | None:
    """The quiet hours in a text typed in any language; None for none. Raises `NotQuietHours`."""
    for reading in (*readings(text), duration_in_english(text)):
        with suppress(NotQuietHours):
            return quiet_in(reading)
    raise NotQuietHours(text)


def _quiet_option(hours: QuietHours | None, _now: datetime) -> str:
    if hours is None:
        return say("No quiet hours")
    return say("Quiet from {begin} to {end}", begin=_clock(hours.begin), end=_clock(hours.end))


_NO_HOURS: Final = message("none", "quiet hours")


def _quiet_in_full(hours: QuietHours | None, _now: datetime) -> str:
    if hours is None:
        return say(_NO_HOURS)
    return say("{hours}; messages wait until they're over, but your clocks run on", hours=quiet(hours))


def _nights(present: QuietHours | None) -> Sequence[QuietHours | None]:
    usual = [quiet_in(night) for night in _NIGHTS]
    return usual if present in usual else [*usual, present]


def _nights_like(typed: str) -> Sequence[QuietHours | None]:
    return [hours for hours in map(quiet_in, _NIGHTS) if quiet(hours).startswith(typed.strip().casefold())]


_AT_ONCE: Final = "off"
_HOUR: Final = re.compile(r"(?P<hour>[01]?\d|2[0-3])(?::00)?")
_HOURS: Final = (None, *range(24))


def _news_hour(text: str) -> int | None:
    """The hour in a typed text; None for none. Raises `UnknownSetting`."""
    for reading in (*readings(text), duration_in_english(text)):
        typed = _HOUR.fullmatch(reading.strip())
        if typed is not None or reading.strip() == _AT_ONCE:
            return None if typed is None else int(typed["hour"])
    raise UnknownSetting(text)


def _news_typed(hour: int | None) -> str:
    return _AT_ONCE if hour is None else _clock(60 * hour)


def _hours_like(typed: str) -> Sequence[int | None]:
    return [hour for hour in _HOURS if _news_typed(hour).startswith(typed.strip().casefold())]


def _news_option(hour: int | None, _now: datetime) -> str:
    return (
        say("News as it comes, once an hour at most")
        if hour is None
        else say("News once a day, at {time}", time=_clock(60 * hour))
    )


def _news_in_full(hour: int | None, _now: datetime) -> str:
    if hour is None:
        return say("a direct message as it comes, once an hour at most for each server")
    return say("a direct message, once a day at {time}", time=_clock(60 * hour))


def _zone(text: str) -> str:
    zones = zones_named(text)
    if not zones:
        raise UnknownZone(text, zones_like(text, _SIMILAR))
    if len(zones) > 1:
        raise AmbiguousZone(text, zones[:_MOST_POSSIBLE])
    return zones[0]


def _zone_option(zone: str, now: datetime) -> str:
    return say("{zone}, {time}", zone=zone.replace("_", " "), time=_time_in(zone, now))


def _zone_in_full(zone: str, now: datetime) -> str:
    return say("{zone}, where it is {time} now", zone=zone, time=_time_in(zone, now))


def _time_in(zone: str, now: datetime) -> str:
    return f"{now.astimezone(zone_of(zone)):%H:%M}"


def _zones(present: str) -> Sequence[str]:
    familiar = zones_like("", limits.MENU)
    return familiar if present in familiar else [present, *familiar[: limits.MENU - 1]]


class Value(NamedTuple):
    """A value of a setting with a few values, in messages: in a list, on the card, and in the menu."""

    label: str
    in_full: str
    option: str = ""
    """The label in the menu; empty for `label`."""


_OWN_VIEW: Final = Phrase(
    "from your side (when you choose a move, in `/board`, and in matches with characters alone); {games} have no sides and stay as they are",
    games=tuple(game.name for game in FAMILIES if not render.has_sides(game.start(game.seats[0]))),
)


def chosen(words: Mapping[StrEnum, Value], **given: Any) -> Setting:
    """A setting with a few values."""

    def read(text: str) -> StrEnum:
        fitting = next((value for value in words if value == text), None)
        if fitting is None:
            raise UnknownSetting(text)
        return fitting

    return Setting(
        read=read,
        in_full=lambda value, _now: say(words[value].in_full),
        values=lambda _present: list(words),
        option=lambda value, _now: say(words[value].option or words[value].label),
        choices={value.value: named.label for value, named in words.items()},
        **given,
    )


SPOKEN: Final = message("How Furlong speaks to you")
# Translators: A heading over settings for playing.
TABLE: Final = message("At the table")
# Translators: A heading over settings, such as who may challenge you.
OTHERS: Final = message("You and others")
"""The headings over people's settings."""

_AS_DISCORD: Final = "discord"


def language_setting(usual: str, usual_in_full: str, **given: Any) -> Setting:
    """The setting of a language; the messages are the usual choice in the menu and on the card."""

    def read(text: str) -> str:
        if text == _AS_DISCORD:
            return ""
        if text not in languages():
            raise UnknownSetting(text)
        return text

    return Setting(
        name="language",
        stored_as="language",
        title=message("Language"),
        read=read,
        in_full=lambda code, _now: language_name(code) if code in languages() else say(usual_in_full),
        values=lambda _present: ("", *languages()),
        typed=lambda code: code or _AS_DISCORD,
        option=lambda code, _now: language_name(code) if code else say(usual),
        choices={_AS_DISCORD: usual, **{code: language_name(code) for code in languages()}},
        **given,
    )


SETTINGS: Final = (
    language_setting(
        message("The language of your Discord"),
        message("that of your Discord"),
        description=message("The language Furlong speaks to you"),
        hint=message("The language Furlong speaks to you"),
        group=SPOKEN,
    ),
    chosen(
        {
            Reach.CHANNEL: Value(
                message("In the channel"),
                message("a mention in the match's channel"),
                message("Tell me in the channel"),
            ),
            Reach.DIRECT: Value(
                message("By direct message"),
                message("a direct message (a mention in the channel if Furlong can't message you)"),
                message("Tell me by direct message"),
            ),
            Reach.BOTH: Value(
                message("In the channel and by direct message"),
                message("a mention in the match's channel and a direct message"),
                message("Tell me in the channel and directly"),
            ),
            Reach.PUSH: Value(
                message("By push, in my browsers"),
                message(
                    "by push, in the browsers that you've chosen on the page (a direct message if none can be reached)"
                ),
                message("Tell me in my browsers"),
            ),
        },
        name="notice",
        group=SPOKEN,
        stored_as="reach",
        title=message("When it's your turn"),
        description=message("How you're told that it's your turn"),
        hint=message("How Furlong tells you"),
    ),
    chosen(
        {
            Reminders.ONCE: Value(
                message("Once"), message("once, when a fifth of it is left"), message("Remind me once of a move")
            ),
            Reminders.SEVERAL: Value(
                message("Three times"),
                message("three times, when a fifth, a tenth and a twentieth of it are left"),
                message("Remind me three times of a move"),
            ),
        },
        name="reminders",
        group=SPOKEN,
        stored_as="reminders",
        title=message("When your time runs out"),
        description=message("How often you're reminded that your time for a move runs out"),
        hint=message("How often Furlong reminds you"),
    ),
    chosen(
        {
            Timeouts.CLAIMED: Value(message("I win"), message("you win"), message("I win when their time runs out")),
            Timeouts.WAIVED: Value(
                message("They get another turn's time, once a match"),
                message(
                    "they get the time of another turn, once in each match for two outside leagues, events and ladders; the board tells you both"
                ),
                message("I give them another turn's time"),
            ),
        },
        name="timeouts",
        group=TABLE,
        stored_as="timeouts",
        title=message("When an opponent's time runs out"),
        description=message("Whether you win when an opponent's time runs out, or give them another turn's time first"),
        hint=message("When an opponent's time runs out"),
    ),
    chosen(
        {
            Confirming.FINAL: Value(
                message("Only rolls and passes"),
                message(
                    "only what is rolled for, and moves beside the board such as a pass; others are played once chosen"
                ),
                message("Confirm only rolls and passes"),
            ),
            Confirming.EVERY: Value(
                message("Every move"),
                message("every move, after a look at the board that it leads to"),
                message("Confirm every move"),
            ),
        },
        name="confirm",
        group=TABLE,
        stored_as="confirming",
        title=message("Confirm moves"),
        description=message("Which of the moves that you choose step by step are played only after a confirmation"),
    ),
    Setting(
        name="quiet",
        group=SPOKEN,
        stored_as="quiet",
        title=message("Quiet hours"),
        description=message("Hours when Furlong doesn't disturb you, such as 22-7 or 22:00-07:30, or off"),
        read=_quiet_typed,
        in_full=_quiet_in_full,
        values=_nights,
        typed=quiet,
        option=_quiet_option,
        suggested=_nights_like,
    ),
    Setting(
        name="zone",
        group=SPOKEN,
        stored_as="time_zone",
        title=message("Time zone"),
        description=message("A city that has the same time as you, or how far your clock is from UTC, such as UTC+2"),
        read=_zone,
        in_full=_zone_in_full,
        values=_zones,
        option=_zone_option,
        suggested=lambda typed: zones_like(typed, limits.SUGGESTIONS),
    ),
    Setting(
        name="news",
        group=SPOKEN,
        stored_as="news_hour",
        title=message("News of whom you follow"),
        description=message("The time of day when you're told of whom you follow, such as 18:00"),
        hint=message("When you get news of whom you follow"),
        read=_news_hour,
        in_full=_news_in_full,
        values=lambda _present: _HOURS,
        typed=_news_typed,
        option=_news_option,
        suggested=_hours_like,
    ),
    chosen(
        {
            View.USUAL: Value(
                message("As everybody sees them"),
                message("as everybody sees them"),
                message("Boards as everybody sees them"),
            ),
            View.OWN: Value(
                message("From my side, where they have sides"),
                _OWN_VIEW,
                message("Boards from my side, if they have one"),
            ),
        },
        name="view",
        group=TABLE,
        stored_as="view",
        title=message("Boards for you alone"),
        description=message("Which side you see your private boards from"),
        hint=message("How you see boards"),
    ),
    chosen(
        {
            Challengers.EVERYONE: Value(
                message("Everyone"),
                message("everyone; `/block` keeps individual people out"),
                message("Challenges from everyone"),
            ),
            Challengers.PLAYED: Value(
                message("People I've played"),
                message("people you've played; your open challenges are for everyone"),
                message("Challenges from people I've played"),
            ),
            Challengers.NOBODY: Value(
                message("Nobody"),
                message("nobody, and nobody can make you offers in a match; your open challenges are for everyone"),
                message("Challenges from nobody"),
            ),
        },
        name="challenges",
        group=OTHERS,
        stored_as="challengers",
        title=message("Who may challenge you"),
        description=message("Who may challenge you and make you offers in your matches"),
    ),
    chosen(
        {
            Presence.SHOWN: Value(
                message("I'm in it"),
                message("you see its challenges, and its people see yours"),
                message("Be in the lobby"),
            ),
            Presence.HIDDEN: Value(
                message("I've hidden from it"), message("you've hidden from it"), message("Hide from the lobby")
            ),
        },
        name="lobby",
        group=OTHERS,
        stored_as="lobby",
        title=message("The lobby for everyone on Furlong"),
        description=message("Whether you meet people of other servers by challenges for everyone on Furlong"),
    ),
    chosen(
        {
            Sharing.NEVER: Value(message("No puzzles from my matches"), message("none are made")),
            Sharing.UNNAMED: Value(
                message("Puzzles from my matches, but no name"),
                message("positions may become puzzles for their server, without your name"),
            ),
            Sharing.NAMED: Value(
                message("Puzzles from my matches may name me"),
                message("positions may become puzzles for their server, with your name if all players agree to that"),
            ),
        },
        name="puzzles",
        group=OTHERS,
        stored_as="sharing",
        title=message("Puzzles from your finished matches"),
        description=message("Whether positions from your finished matches may become puzzles for their server"),
        hint=message("Puzzles from your matches"),
    ),
)
"""People's settings, in the order of the card and the command."""


_WITHOUT_PUSH: Final = tuple(reach for reach in Reach if reach is not Reach.PUSH)


def _without_push(setting: Setting) -> Setting:
    """A setting as it is offered where no web push is sent. Who has chosen it elsewhere still sees that they have."""
    if Reach.PUSH not in (setting.choices or ()):
        return setting

    def read(text: str) -> Any:
        if text == Reach.PUSH:
            raise UnknownSetting(text)
        return setting.read(text)

    def values(present: Any) -> Sequence[Any]:
        return [value for value in setting.values(present) if value in (present, *_WITHOUT_PUSH)]

    choices = {text: label for text, label in (setting.choices or {}).items() if text != Reach.PUSH}
    return replace(setting, read=read, values=values, choices=choices)


_SETTINGS_WITHOUT_PUSH: Final = tuple(map(_without_push, SETTINGS))


def _of_guest(setting: Setting) -> Setting:
    """A setting as a guest reads it, who has no Discord."""
    if setting.name != "language":
        return setting
    return language_setting(
        message("The language of your browser"),
        message("that of your browser"),
        description=setting.description,
        hint=setting.hint,
    )


_OF_GUESTS: Final = tuple(
    _of_guest(setting) for setting in SETTINGS if setting.name in ("language", "timeouts", "confirm")
)
"""The settings of people who play on the page alone, where Furlong tells and reminds nobody."""


def settings_offered(*, has_push: bool, is_guest: bool = False) -> Sequence[Setting]:
    """People's settings, as a host offers them who sends web push or does not; those of a guest are few."""
    if is_guest:
        return _OF_GUESTS
    return SETTINGS if has_push else _SETTINGS_WITHOUT_PUSH


def theme(text: str) -> str:
    """The theme of pictures with this key. Raises `UnknownSetting`."""
    if text not in render.THEMES:
        raise UnknownSetting(text)
    return text


def theme_called(key: str) -> str:
    """The name of a theme."""
    return say(render.THEMES.get(key) or next(iter(render.THEMES.values())))


USUAL_THEME: Final = "usual"
"""What is typed for the theme that everybody sees."""

THEME: Final = Setting(
    name="theme",
    group=TABLE,
    stored_as="theme",
    title=message("Pictures"),
    description=message("How pictures look"),
    read=lambda text: "" if text == USUAL_THEME else theme(text),
    in_full=lambda key, _now: theme_called(key) if key else say("as everybody sees them"),
    values=lambda _present: ("", *render.THEMES),
    typed=lambda key: key or USUAL_THEME,
    option=lambda key, _now: theme_called(key) if key else say("As everybody sees them"),
    choices=render.THEMES,
)
"""How boards look to a person on the page; channels look the same to everybody."""

TELL: Final = Setting(
    name="tell",
    stored_as="",
    title="",
    description=message(
        "Games you want to hear about when someone looks for players, such as Furl, Fursaz; all, or none"
    ),
    read=str,
    in_full=lambda value, _now: str(value),
)
"""The last option of the command, which is stored per server."""


@sentence.register
def _(error: NotDays) -> str:
    facts = {"text": error.text, "least": error.least, "most": error.most, "example": min(3, error.most)}
    if error.may_be_bank and error.may_be_none:
        return say(
            "{text:q} doesn't work here. Type whole days from {least} to {most}, such as `{example}` or `{most, plural, one {# day} other {# days}}`; a bank for the match, such as `7 days + 12 hours` or `15 minutes + 15 seconds`; or `no limit`.",
            **facts,
        )
    if error.may_be_none:
        return say(
            "{text:q} doesn't work here. Type whole days from {least} to {most}, such as `{example}` or `{most, plural, one {# day} other {# days}}`, or `no limit`.",
            **facts,
        )
    return say(
        "{text:q} doesn't work here. Type whole days from {least} to {most}, such as `{example}` or `{most, plural, one {# day} other {# days}}`.",
        **facts,
    )


@sentence.register
def _(error: UnknownZone) -> str:
    similar = error.similar or ("Europe/Berlin", "Chicago", "UTC+5:30")
    return say(
        "There's no time zone called {text:q}. Type a large city that has the same time as you, or how far your clock is from UTC, such as {zones:or}: the command suggests them while you type.",
        text=error.text,
        zones=tuple(f"`{zone}`" for zone in similar),
    )


@sentence.register
def _(error: AmbiguousZone) -> str:
    return say(
        "{text:q} may mean several time zones. Type the one whose clock shows your time: {zones:or}.",
        text=error.text,
        zones=tuple(f"`{zone}`" for zone in error.zones),
    )


@sentence.register
def _(error: UnknownSetting) -> str:
    if not error.choices:
        return say("{text:q} isn't one of the choices. Choose one that is suggested.", text=error.text)
    return say("{text:q} isn't one of the choices. They're {choices}.", text=error.text, choices=tuple(error.choices))
