"""Ratings: under a match, on the leaderboard, and how they come about."""

from typing import Final

from bot.chat.sentences.names import name, shortened
from bot.model.match import Match, State
from bot.model.rating import ALIKE_PERIOD, ALL_ROUND, FEWEST_MOVES, MOST_ALIKE, PROVISIONAL, START, Standing
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
            "-# The ratings stay as they are: a match that is not played to its end counts only if everybody has made "
            f"{FEWEST_MOVES} moves."
        )
    if not match.ratings:
        return (
            f"-# The ratings stay as they are: only {MOST_ALIKE} rated matches of {match.game.name} between the same "
            f"people count within {ALIKE_PERIOD.days} days."
        )
    changes = [
        f"**{name(player)}** {rating(new.rating, is_provisional=new.is_provisional)} ({_change(new.change)})"
        for player, new in zip(match.players, match.ratings, strict=True)
    ]
    return f"Ratings: {', '.join(changes)}"


def not_counted() -> str:
    """Which finished matches are not for ratings, and so on no leaderboard."""
    return (
        "Some do not count for ratings and leaderboards: casual matches, those that ended in the first moves, and more "
        f"than {MOST_ALIKE} in {ALIKE_PERIOD.days} days between the same people."
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
    return f"-# You are not on this leaderboard yet. Finish {_rated_match(pool)} to get there: `/play` begins one."


def empty_leaderboard(pool: str) -> str:
    """In place of a leaderboard with nobody on it."""
    return f"Nobody is on this leaderboard yet. Be the first to finish {_rated_match(pool)}: `/play` begins one."


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
        f"Everybody begins at **{START}**, in each game and in all games together. If you win, your rating goes up; if you "
        "lose, it goes down; and a surprise changes it more. A draw brings the two ratings closer together. With three or "
        "four players the order in which they finish counts. Among people who have played some dozens of matches, 400 "
        f"points between two of them mean that the stronger one wins about ten times as often.{apart}\n\n"
        f"**{START}?** A rating has a question mark until its {PROVISIONAL}th match. Until then it changes in large steps "
        "and has no place on the leaderboard.\n\n"
        "**What counts:** every match that was rated from the start and is played to its end. One that ends because "
        "somebody resigns or runs out of time, or because the players agree on a draw, counts if everybody has made "
        f"{FEWEST_MOVES} moves. A match that is called off does not count.\n\n"
        f"**Not too often with the same people:** of one game between exactly the same people, {MOST_ALIKE} rated matches "
        f"count within {ALIKE_PERIOD.days} days. You can play more of them, but they leave your ratings as they are.\n\n"
        "Ratings belong to this server alone. People who have left it are not shown until they come back."
    )
