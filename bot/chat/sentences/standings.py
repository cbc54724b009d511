"""Ratings: under a match, on the leaderboard, and how they come about."""

from typing import Final

from bot.chat.sentences.names import name, shortened
from bot.model.match import Match, State
from bot.model.rating import ALL_ROUND, FEWEST_MOVES, MOST_ALIKE, PROVISIONAL, START, WINDOW, Standing
from bot.store.leaderboards import LeaderboardRow
from rules import GAMES
from rules.wording import listed

_LONGEST_NAME: Final = 40
_MINUS: Final = "−"
_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}  # each has its number on it
_STIFF: Final = "\N{NO-BREAK SPACE}"  # Discord takes other spaces off the ends of what stands in a fixed width


def new_ratings(match: Match) -> str:
    """Under a rated match that is over: everybody's rating now, or why there is nothing new; else empty."""
    if match.state is not State.FINISHED or not match.terms.is_rated:
        return ""
    if not match.ratings and match.is_cut_short:
        return (
            f"-# The ratings stay as they are: a match that is not played to its end counts once everybody has made "
            f"{FEWEST_MOVES} moves."
        )
    if not match.ratings:
        return (
            f"-# The ratings stay as they are: of {match.game.name} between the same people, only the first {MOST_ALIKE} "
            f"rated matches that end within {WINDOW.days} days count."
        )
    told = [
        f"**{name(player)}** {rating(new.rating, is_provisional=new.is_provisional)} ({_change(new.change)})"
        for player, new in zip(match.players, match.ratings, strict=True)
    ]
    return f"Ratings: {', '.join(told)}"


def not_counted() -> str:
    """Which finished matches are not for ratings, and so on no leaderboard."""
    return (
        "Not for ratings, and on no leaderboard, are casual matches, those that somebody gave up in the first moves, and "
        f"more than {MOST_ALIKE} in {WINDOW.days} days between the same people."
    )


def rating(number: int, *, is_provisional: bool) -> str:
    """A rating, with a question mark while it is provisional."""
    return f"{number}?" if is_provisional else str(number)


def _change(number: int) -> str:
    """By how much a rating has changed: `+12`, `−12`, `±0`."""
    if number == 0:
        return "±0"
    return f"+{number}" if number > 0 else f"{_MINUS}{-number}"


def tally(wins: int, draws: int, losses: int) -> str:
    """How often somebody has won, drawn and lost; draws are left out where there were none."""
    return ", ".join(filter(None, (f"{wins} won", f"{draws} drawn" if draws else "", f"{losses} lost")))


def pool_name(pool: str) -> str:
    """A pool of ratings: a game, or all of them."""
    return "All games" if pool == ALL_ROUND else GAMES[pool].name


def leaderboard_heading(pool: str) -> str:
    """Over a leaderboard."""
    return f"### Leaderboard · {pool_name(pool)}"


def leaderboard_row(row: LeaderboardRow, *, is_own: bool, width: int = 1) -> str:
    """Somebody on a leaderboard, in two lines; `width` is how many digits a position may have.

    A medal stands behind the name, where the figures of others still stand below each other.
    """
    position = "–" if row.position is None else f"{row.position}."
    mark = "?" if row.standing.is_provisional else ""
    figures = f"{position:>{width + 1}} {row.standing.skill.rating:>4}{mark}".replace(" ", _STIFF)
    medal = f" {_MEDALS[row.position]}" if row.position in _MEDALS else ""
    own = " · you" if is_own else ""
    short = type(row.person)(row.person.id, shortened(row.person.name, _LONGEST_NAME))
    return f"`{figures}` **{name(short)}**{medal}{own}\n-# {_history(row.standing)}"


def _history(standing: Standing) -> str:
    return f"{tally(standing.wins, standing.draws, standing.losses)} · last match {_change(standing.change)}"


def provisional_heading() -> str:
    """Over those on a leaderboard whose ratings are provisional."""
    return f"**Provisional**, before their {PROVISIONAL}th rated match"


def no_own_rating(pool: str) -> str:
    """On a leaderboard, to somebody who is not on it."""
    return f"-# You are not on it yet: finish {_rated_match(pool)}. `/play` begins one."


def empty_leaderboard(pool: str) -> str:
    """In place of a leaderboard with nobody on it."""
    return f"Nobody is on it yet. Be the first to finish {_rated_match(pool)}: `/play` begins one."


def _rated_match(pool: str) -> str:
    return "a rated match of any game" if pool == ALL_ROUND else f"a rated match of {GAMES[pool].name}"


def leaderboard_menu_hint() -> str:
    """What the menu under a leaderboard is for."""
    return "Another game"


def about_ratings() -> str:
    """How ratings come about."""
    variants = [f"**{game.name}**" for game in GAMES.values() if game.key != game.family]
    apart = f" A variant has ratings of its own: {listed(variants)}." if variants else ""
    return (
        "### How ratings work\n"
        f"Everybody begins at **{START}**, in every game, and once more in all games together. Whoever wins gains, whoever "
        "loses gives, and the more surprising the result, the more. A draw pulls both towards each other. With three or "
        "four players the order in which they finish counts. Among people who have played some dozens of matches, 400 "
        f"points between two of them mean that the stronger one wins about ten times as often.{apart}\n\n"
        f"**{START}?** A question mark stands at a rating until its {PROVISIONAL}th match. It still moves in large steps, "
        "and has no position on the leaderboard.\n\n"
        "**What counts** is every match that was rated from the start, also if somebody resigns or runs out of time. "
        "What is called off, also because somebody never made a move, does not.\n\n"
        f"**Not too often with the same people:** of one game between exactly the same people, {MOST_ALIKE} rated matches "
        f"count within {WINDOW.days} days. Those that end after them can be played as usual, but the ratings stay as they "
        "are.\n\n"
        "Whoever has left the server is not shown, and is there again on coming back. Ratings belong to this server alone."
    )
