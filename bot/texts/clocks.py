"""Texts about time: the terms of a match, the deadline of the player to move, and vacations."""

# Translators: The terms of a match are listed with commas, as in “3 days a move, rated, with hints”, so they begin in
# lower case.

from datetime import date, datetime, timedelta
from typing import Final

from babel.dates import format_skeleton

from bot.model.clock import Pause, Terms, stopped_until
from bot.model.match import Match, Summary
from bot.model.replays import Playthrough
from bot.texts.language import ENGLISH, fact, listed, locale, message, say, spoken, strung
from bot.texts.names import lines


def instant(at: datetime, style: str = "f") -> str:
    """A timestamp that Discord shows in each reader's own time zone; the style "R" is relative to now."""
    return f"<t:{int(at.timestamp())}:{style}>"


@fact.register
def _(value: datetime, form: str) -> str:
    return instant(value, form or "f")


_UNITS: Final = {
    message("{count, plural, one {# day} other {# days}}"): timedelta(days=1),
    message("{count, plural, one {# hour} other {# hours}}"): timedelta(hours=1),
    message("{count, plural, one {# minute} other {# minutes}}"): timedelta(minutes=1),
}


_DAY_BEFORE_MONTH: Final = "en_GB"


def day_and_month(day: date) -> str:
    """A date without its year: `7 August`."""
    return _dated("MMMMd", day)


def short_day(day: date) -> str:
    """A date without its year for a chart: `7 Aug`."""
    return _dated("MMMd", day)


def short_month(day: date) -> str:
    """The month and the year of a date for a chart: `Aug 2026`."""
    return _dated("yMMM", day)


def _dated(skeleton: str, day: date) -> str:
    return format_skeleton(skeleton, day, locale=_DAY_BEFORE_MONTH if spoken() == ENGLISH else locale())


def stretch(time: timedelta) -> str:
    """A duration in its two largest units: `6 days 4 hours`, `15 minutes`, `40 seconds`."""
    parts: list[str] = []
    for unit, length in _UNITS.items():
        count, time = divmod(time, length)
        parts += [say(unit, count=count)] if count else []
    seconds = time // timedelta(seconds=1)
    parts += [say("{count, plural, one {# second} other {# seconds}}", count=seconds)] if seconds or not parts else []
    return " ".join(parts[:2])


@fact.register
def _(value: timedelta, _form: str) -> str:
    return stretch(value)


def limit(terms: Terms) -> str:
    """The time limit: `3 days a move`, `7 days a player + 12 hours a turn` or `no time limit`."""
    if terms.bank is not None:
        bank, increment = timedelta(seconds=terms.bank), timedelta(seconds=terms.increment)
        if increment:
            return say("{bank} a player + {increment} a turn", bank=bank, increment=increment)
        return say("{bank} a player", bank=bank)
    if terms.days is None:
        return say("no time limit")
    return say("{days, plural, one {# day} other {# days}} a move", days=terms.days)


def agreed(terms: Terms) -> str:
    """The terms of a match in a few words: `3 days a move, weekends off · rated`."""
    clock = [limit(terms)]
    if terms.pauses_weekends and terms.has_limit:
        clock.append(say("weekends off"))
    if terms.is_quick:
        clock.append(say("in one sitting"))
    elif terms.most_vacation is not None:
        clock.append(
            say(
                "vacations stop a clock for {days, plural, one {# day} other {# days}} at most",
                days=terms.most_vacation,
            )
        )
    parts = [strung(clock), say("rated") if terms.is_rated else say("casual")]
    if terms.has_hints:
        parts.append(say("with hints"))
    if terms.grants_takebacks:
        parts.append(say("takebacks at once"))
    if terms.vote_minutes is not None:
        parts.append(say("each move voted on for {time}", time=timedelta(minutes=terms.vote_minutes)))
    return " · ".join(parts)


def deadline(playthrough: Playthrough) -> str:
    """The deadline of the player to move, or the pause, as a sentence; empty without a time limit."""
    if isinstance(playthrough, Match) and playthrough.pause is not None:
        return say("⏸️ The match is paused until {pause.due_at:f}.", pause=playthrough.pause)
    return "" if playthrough.deadline is None else say("Due {at} ({at:R}).", at=playthrough.deadline)


def banks(playthrough: Playthrough) -> str:
    """The time left in the banks of the players not to move, in small print; empty if there are no banks."""
    if not isinstance(playthrough, Match):
        return ""
    turn = playthrough.position.turn
    others = [
        say("{player} has {time}", player=player, time=bank)
        for seat, (player, bank) in enumerate(zip(playthrough.seated, playthrough.banks, strict=False))
        if seat != turn and not player.is_character
    ]
    return say("-# {players} left.", players=listed(others)) if others else ""


def away(playthrough: Playthrough) -> str:
    """The players on vacation and those who have planned one, in small print; empty if there are none."""
    return lines(_away_now(playthrough), _away_later(playthrough))


def _away_later(playthrough: Playthrough) -> str:
    if not isinstance(playthrough, Match):
        return ""
    named = {person.id: person for person in playthrough.people}
    absences = [
        say("{player} from {since:d} to {until:d}", player=named[rest.person_id], since=rest.since, until=rest.until)
        for rest in playthrough.away_later
    ]
    return say("-# Vacation planned: {players}.", players=listed(absences)) if absences else ""


def _away_now(playthrough: Playthrough) -> str:
    until = {away.person_id: away.until for away in playthrough.away}
    people = [
        say("{player} until {at:d}", player=player, at=until[player.id])
        for player in playthrough.players
        if player.id in until
    ]
    if not people:
        return ""
    stops = _stops_until(playthrough) if isinstance(playthrough, Match) else None
    if stops is None:
        return say("-# On vacation: {players}.", players=listed(people))
    if stops in until.values():
        return say("-# On vacation: {players}; the clock is stopped.", players=listed(people))
    return say("-# On vacation: {players}; the clock runs again from {at:f}.", players=listed(people), at=stops)


def _stops_until(match: Match) -> datetime | None:
    """Until when the player to move is on a vacation that stops their clock; None if they are not."""
    away = next((away for away in match.away if match.to_move is not None and away.person_id == match.to_move.id), None)
    if away is None or match.clock is None:
        return None
    return stopped_until(match.terms, match.clock, Pause(away.since, away.until, is_vacation=True))


def time_left(match: Summary) -> str:
    """The time left for the player to move, or the pause, for a list of matches; empty without a time limit."""
    if match.paused_until is not None:
        return say("paused until {at:f}", at=match.paused_until)
    if match.deadline is None:
        return ""
    if match.is_away:
        return say("on vacation, due {at:R}", at=match.deadline)
    return say("due {at:R}", at=match.deadline)
