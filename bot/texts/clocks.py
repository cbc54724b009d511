"""Texts about time: the terms of a match, the deadline of the player to move, and vacations."""

from datetime import datetime, timedelta
from typing import Final

from bot.model.clock import Terms
from bot.model.match import Match, Summary
from bot.model.replays import Playthrough
from bot.texts.names import name
from rules.wording import listed, plural


def instant(at: datetime, style: str = "f") -> str:
    """A timestamp that Discord shows in each reader's own time zone; the style "R" is relative to now."""
    return f"<t:{int(at.timestamp())}:{style}>"


_UNITS: Final = {"day": timedelta(days=1), "hour": timedelta(hours=1), "minute": timedelta(minutes=1)}


def stretch(time: timedelta) -> str:
    """A duration in its two largest units: `6 days 4 hours`, `15 minutes`, `40 seconds`."""
    parts: list[str] = []
    for unit, length in _UNITS.items():
        count, time = divmod(time, length)
        parts += [plural(count, unit)] if count else []
    seconds = time // timedelta(seconds=1)
    parts += [plural(seconds, "second")] if seconds or not parts else []
    return " ".join(parts[:2])


def limit(terms: Terms) -> str:
    """The time limit: `3 days a move`, `7 days a player + 12 hours a turn` or `no time limit`."""
    if terms.bank is not None:
        bank, increment = timedelta(seconds=terms.bank), timedelta(seconds=terms.increment)
        return f"{stretch(bank)} a player" + (f" + {stretch(increment)} a turn" if increment else "")
    return "no time limit" if terms.days is None else f"{plural(terms.days, 'day')} a move"


def agreed(terms: Terms) -> str:
    """The terms of a match in a few words: `3 days a move, weekends (UTC) off · rated`."""
    weekends = ", weekends (UTC) off" if terms.pauses_weekends and terms.has_limit else ""
    if terms.is_quick:
        weekends += ", in one sitting"
    elif terms.most_vacation is not None:
        weekends += f", vacations stop a clock for {plural(terms.most_vacation, 'day')} at most"
    hints = " · with hints" if terms.has_hints else ""
    votes = (
        ""
        if terms.vote_minutes is None
        else f" · each move voted on for {stretch(timedelta(minutes=terms.vote_minutes))}"
    )
    return f"{limit(terms)}{weekends} · {'rated' if terms.is_rated else 'casual'}{hints}{votes}"


def deadline(playthrough: Playthrough) -> str:
    """The deadline of the player to move, as a sentence; empty without a time limit."""
    if playthrough.deadline is None:
        return ""
    return f"Due {instant(playthrough.deadline)} ({instant(playthrough.deadline, 'R')})."


def banks(playthrough: Playthrough) -> str:
    """The time left in the banks of the players not to move, in small print; empty if there are no banks."""
    if not isinstance(playthrough, Match):
        return ""
    turn = playthrough.position.turn
    others = [
        f"{name(player)} has {stretch(bank)}"
        for seat, (player, bank) in enumerate(zip(playthrough.seated, playthrough.banks, strict=False))
        if seat != turn and not player.is_character
    ]
    return f"-# {listed(others)} left." if others else ""


def away(playthrough: Playthrough) -> str:
    """The players on vacation, in small print; empty if there are none."""
    until = {away.person_id: away.until for away in playthrough.away}
    people = [
        f"{name(player)} until {instant(until[player.id], 'd')}" for player in playthrough.players if player.id in until
    ]
    is_away = playthrough.to_move is not None and playthrough.to_move.id in until
    still = "; the clock stands still" if is_away and playthrough.deadline is not None else ""
    return f"-# On vacation: {listed(people)}{still}." if people else ""


def time_left(match: Summary) -> str:
    """The time left for the player to move, for a list of matches; empty without a time limit."""
    if match.deadline is None:
        return ""
    return f"{'on vacation, ' if match.is_away else ''}due {instant(match.deadline, 'R')}"
