"""Texts about ratings: under a match, on the leaderboard, in profiles, and how they are computed."""

from collections.abc import Sequence
from datetime import timedelta
from math import ceil
from typing import Final

from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.ratings import (
    ALIKE_PERIOD,
    ALL_ROUND,
    FEWEST_FOR_RELIABILITY,
    FEWEST_MOVES,
    MOST_ALIKE,
    MOST_RESULTS,
    PROVISIONAL,
    START,
    CharacterScore,
    Leaderboard,
    LeaderboardRow,
    PoolResults,
    Profile,
    Rating,
    Reliability,
    Rival,
    Tally,
    Track,
)
from bot.model.refusals.competitions import BotHasNoProfile, ProfileOfAnother
from bot.texts import names
from bot.texts.names import LONGEST_ALT, name, shortened
from bot.texts.sentence import sentence
from rules import GAMES
from rules.wording import listed, plural

_LONGEST_NAME: Final = 40
_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)
_MINUS: Final = "−"
_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}  # each medal shows its number
_STIFF: Final = "\N{NO-BREAK SPACE}"  # Discord strips other spaces from the ends of inline code


def new_ratings(match: Match) -> str:
    """The new ratings after a rated match, or why there are none; empty for other matches."""
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
    changes = [f"**{name(player)}** {new}" for player, new in zip(match.players, ratings_now(match), strict=True)]
    return f"Ratings: {', '.join(changes)}"


def ratings_now(match: Match) -> Sequence[str]:
    """The new ratings by seat, each with its change; empty if the match did not change them."""
    return [
        f"{rating(new.rating, is_provisional=new.is_provisional)} ({change(new.change)})" for new in match.ratings or ()
    ]


def not_counted() -> str:
    """A sentence on the finished matches that do not count for ratings and leaderboards."""
    return (
        "Some do not count for ratings and leaderboards: casual matches, those that ended in the first moves, and more "
        f"than {MOST_ALIKE} in {ALIKE_PERIOD.days} days between the same people."
    )


def rating(number: int, *, is_provisional: bool) -> str:
    """A rating, with a question mark while it is provisional."""
    return f"{number}?" if is_provisional else str(number)


def change(number: int) -> str:
    """The change of a rating: `+12`, `−12`, `±0`."""
    if number == 0:
        return "±0"
    return f"+{number}" if number > 0 else f"{_MINUS}{-number}"


def tally(wins: int, draws: int, losses: int) -> str:
    """The numbers of matches won, drawn and lost; draws are omitted if there were none."""
    return ", ".join(filter(None, (f"{wins} won", f"{draws} drawn" if draws else "", f"{losses} lost")))


def pool_name(pool: str) -> str:
    """The name of a pool of ratings: a game, or all games."""
    return "All games" if pool == ALL_ROUND else GAMES[pool].name


def leaderboard_heading(board: Leaderboard) -> str:
    """The heading of a leaderboard."""
    heading = f"### Leaderboard · {pool_name(board.pool)}"
    if not board.is_direct:
        return heading
    return f"{heading} · direct matches\n-# You and those with whom you have played rated direct matches. No server sees it."


def leaderboard_row(row: LeaderboardRow, *, is_own: bool, width: int = 1) -> str:
    """A person's row on a leaderboard, in two lines; `width` is the number of digits reserved for places.

    A medal comes after the name, so that the figures of all rows stay aligned.
    """
    position = "–" if row.position is None else f"{row.position}."
    mark = "?" if row.rating.is_provisional else ""
    figures = f"{position:>{width + 1}} {row.rating.number:>4}{mark}".replace(" ", _STIFF)
    medal = f" {_MEDALS[row.position]}" if row.position in _MEDALS else ""
    own = " · you" if is_own else ""
    short = type(row.person)(row.person.id, shortened(row.person.name, _LONGEST_NAME))
    return f"`{figures}` **{name(short)}**{medal}{own}\n-# {_history(row.rating)}"


def _history(rating: Rating) -> str:
    return f"{tally(rating.wins, rating.draws, rating.losses)} · last match {change(rating.change)}"


def provisional_heading() -> str:
    """The heading over the provisional ratings on a leaderboard."""
    return f"**Provisional**, before their {PROVISIONAL}th rated match"


def no_own_rating(board: Leaderboard) -> str:
    """The note on a leaderboard for a reader who is not on it."""
    return (
        f"-# You are not on this leaderboard yet. Finish {_rated_match(board.pool)} to get there: {_begun_by(board)}."
    )


def empty_leaderboard(board: Leaderboard) -> str:
    """The text in place of an empty leaderboard."""
    return f"Nobody is on this leaderboard yet. Be the first to finish {_rated_match(board.pool)}: {_begun_by(board)}."


def _rated_match(pool: str) -> str:
    return "a rated match of any game" if pool == ALL_ROUND else f"a rated match of {GAMES[pool].name}"


def _begun_by(board: Leaderboard) -> str:
    return f"`/play`{' with an `opponent` and `rated:Rated`' if board.is_direct else ''} begins one"


def about_ratings() -> str:
    """An explanation of how ratings are computed."""
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
        "someone resigns or runs out of time, or because the players agree on a draw, counts if everybody has made "
        f"{FEWEST_MOVES} moves. A match that is called off does not count.\n\n"
        f"**Not too often with the same people:** of one game between exactly the same people, {MOST_ALIKE} rated matches "
        f"count within {ALIKE_PERIOD.days} days. You can play more of them, but they leave your ratings as they are.\n\n"
        "Each server has ratings of its own. People who have left it are not shown until they come back. Direct matches that "
        "are rated count on a list that no server sees: `/leaderboard` in direct messages compares you with those you have "
        "played so."
    )


@sentence.register
def _(error: ProfileOfAnother) -> str:
    return (
        f"Here you can see your own profile: whom **{name(error.person)}** plays in direct messages is for them alone to see. "
        "`/leaderboard` compares you with those you have played; servers that have invited Furlong show the profiles of their "
        "members."
    )


@sentence.register
def _(error: BotHasNoProfile) -> str:
    return (
        f"**{names.name(error.person)}** is a bot, and bots do not play here. Name a person, or nobody to see your own."
    )


def profile_heading(person: Person) -> str:
    """The heading of a profile."""
    return f"### {name(person)}"


def nothing_reached(person: Person, asker: Person) -> str:
    """The text in place of results if a person has not finished a match with others."""
    if person.id == asker.id:
        return "You have not finished a match with others here yet. `/play` begins one."
    return f"{name(person)} has not finished a match with others here yet."


def profile_results(profile: Profile) -> str:
    """A person's results: over all games, for each game, and the streak."""
    several_games = len(profile.records) > 2
    rows = profile.records if several_games else profile.records[-1:]
    lines = [f"- **{pool_name(record.pool)}**: {_record(record)}" for record in rows]
    return "\n".join([*lines, "", _streak(profile), in_profile(profile.reliability), _note(profile)])


def _note(profile: Profile) -> str:
    """The note on the number of matches behind the results."""
    everything = profile.records[0]
    counting = 0 if everything.row is None else everything.row.rating.matches
    if profile.matches >= MOST_RESULTS:
        return f"-# The latest {plural(MOST_RESULTS, 'match', 'matches')}."
    if counting >= profile.matches:
        return f"-# {plural(profile.matches, 'match', 'matches')} in all."
    if profile.matches == 1:
        for_ratings = "which does not count for ratings"
    else:
        for_ratings = f"of which {counting or 'none'} {'counts' if counting == 1 else 'count'} for ratings"
    return f"-# {plural(profile.matches, 'match', 'matches')} in all, {for_ratings}. {not_counted()}"


def _record(record: PoolResults) -> str:
    """A rating with the results that led to it, as on the leaderboard, followed by the other results."""
    if record.row is None:
        return _tally(record.tally)
    known = record.row.rating
    number = rating(known.number, is_provisional=known.is_provisional)
    place = "" if record.row.position is None else f", place {record.row.position} of {record.ranked}"
    others = f" (not for ratings: {_tally(record.unrated)})" if record.unrated.matches else ""
    return f"{number}{place} · {tally(known.wins, known.draws, known.losses)}{others}"


def _tally(found: Tally) -> str:
    return tally(found.wins, found.draws, found.losses)


def _streak(profile: Profile) -> str:
    best = f", {profile.best_streak} at best" if profile.best_streak else ""
    if not profile.streak:
        return f"**Wins in a row:** none just now{best}"
    return f"**Wins in a row:** {profile.streak}" + (
        ", the best so far" if profile.streak == profile.best_streak else best
    )


def profile_rivals(found: Sequence[Rival]) -> str:
    """A person's most frequent opponents, and the score against each."""
    lines = [f"- **{name(rival.person)}** · {_tally(rival.tally)}" for rival in found]
    return "\n".join(("**Most often against**", *lines))


def profile_characters(found: Sequence[CharacterScore]) -> str:
    """A person's scores against characters, which count nowhere else."""
    lines = [f"- **{score.character.name}** · {_tally(score.tally)}" for score in found]
    return "\n".join(("**Against Furlong's characters**", *lines))


def more_matches(left_out: int) -> str:
    """The note under a list of matches if there are more."""
    return f"-# and {left_out} more: see `/games`"


def curve_alt(person: Person, tracks: Sequence[Track]) -> str:
    """The alt text of the chart of a person's ratings."""
    summary = "; ".join(_track(track) for track in tracks)
    return shortened(f"Ratings of {name(person)} over time. {summary}.", LONGEST_ALT)


def _track(track: Track) -> str:
    numbers = [number for _at, number in track.points]
    if len(numbers) == 1:
        return f"{pool_name(track.pool)}: {numbers[0]} after one match"
    low, high = min(numbers), max(numbers)
    return f"{pool_name(track.pool)}: from {numbers[0]} to {numbers[-1]}, lowest {low}, highest {high}"


def of_host(match: Match) -> str:
    """The lines under a challenge with its host's reliability and the reliability that the host requires."""
    known = match.host_reliability
    lines = [] if known is None else [f"-# {_note_reliability(match.host, known)}"]
    if match.least_reliability is not None:
        lines.append(f"For {asked(match.least_reliability)}.")
    return "\n".join(lines[::-1])


def _note_reliability(person: Person, known: Reliability) -> str:
    if known.is_new:
        return f"**{name(person)}** is new, with fewer than {plural(FEWEST_FOR_RELIABILITY, 'match', 'matches')} with a time limit so far."
    moves = f", and usually moves within {_time(known.usual_time)}" if known.usual_time is not None else ""
    return f"**{name(person)}** finishes {known.percent} % of matches in time{moves}."


def asked(least: int) -> str:
    """The people that a challenge with a minimum of reliability is for."""
    return f"people who finish at least {least} % of their matches in time, or are new"


def choice(least: int) -> str:
    """The label of a minimum in a list of choices."""
    return f"At least {least} % of matches finished in time; newcomers may join too"


def in_profile(known: Reliability) -> str:
    """The line about reliability in a profile."""
    if known.is_new:
        return f"**Reliability:** new, fewer than {plural(FEWEST_FOR_RELIABILITY, 'match', 'matches')} with a time limit are over"
    moves = f" · usually moves within {_time(known.usual_time)}" if known.usual_time is not None else ""
    of_latest = plural(known.matches, "match", "matches")
    return f"**Reliability:** {known.percent} % of {of_latest} finished in time{moves}"


def share(known: Reliability) -> str:
    """The record of matches finished in time, for a person who is not reliable enough."""
    return f"{known.in_time} of your latest {plural(known.matches, 'match', 'matches')}, {known.percent} %"


def _time(usual: timedelta) -> str:
    """A time per move, rounded up to the next simple phrase."""
    if usual <= _HOUR:
        return "an hour"
    if usual <= 2 * _DAY:
        return plural(ceil(usual / _HOUR), "hour")
    return plural(ceil(usual / _DAY), "day")
