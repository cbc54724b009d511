"""Time: the terms of a match, the deadline of the player to move, and who is on vacation."""

from datetime import datetime

from bot.model.clock import Terms
from bot.model.match import Summary
from bot.model.replays import Playthrough
from bot.texts.names import name
from rules.wording import listed, plural


def instant(at: datetime, style: str = "f") -> str:
    """An instant that Discord shows to everybody in their own time; "R" says how far away it is."""
    return f"<t:{int(at.timestamp())}:{style}>"


def agreed(terms: Terms) -> str:
    """What was agreed for a match, in a few words: `3 days a move, weekends (UTC) off · rated`."""
    limit = "no time limit" if terms.days is None else f"{plural(terms.days, 'day')} a move"
    weekends = ", weekends (UTC) off" if terms.pauses_weekends and terms.days is not None else ""
    if terms.most_vacation is not None:
        weekends += f", vacations stop a clock for {plural(terms.most_vacation, 'day')} at most"
    return f"{limit}{weekends} · {'rated' if terms.is_rated else 'casual'}{' · with hints' if terms.has_hints else ''}"


def deadline(playthrough: Playthrough) -> str:
    """The deadline of the player to move, as a sentence; empty without a limit."""
    if playthrough.deadline is None:
        return ""
    return f"Due {instant(playthrough.deadline)} ({instant(playthrough.deadline, 'R')})."


def away(playthrough: Playthrough) -> str:
    """Who of the players is on vacation, as a small line; empty if nobody is."""
    until = {away.person_id: away.until for away in playthrough.away}
    people = [
        f"{name(player)} until {instant(until[player.id], 'd')}" for player in playthrough.players if player.id in until
    ]
    is_away = playthrough.to_move is not None and playthrough.to_move.id in until
    still = "; the clock stands still" if is_away and playthrough.deadline is not None else ""
    return f"-# On vacation: {listed(people)}{still}." if people else ""


def time_left(match: Summary) -> str:
    """How much time the player to move has, in a list; empty without a limit."""
    if match.deadline is None:
        return ""
    return f"{'on vacation, ' if match.is_away else ''}due {instant(match.deadline, 'R')}"
