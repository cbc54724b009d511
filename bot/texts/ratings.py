"""Texts about ratings: under a match, on the leaderboard, in profiles, and how they are computed."""

from collections.abc import Sequence
from dataclasses import replace
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
    GAINS_PERIOD,
    MOST_ALIKE,
    MOST_FROM_ONE,
    MOST_RANKED,
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
    Verdict,
)
from bot.texts import limits
from bot.texts.language import labelled, message, paragraph, say, strung
from bot.texts.names import game_name, name, shortened
from rules import GAMES
from rules.core import Game, Phrase

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
        return say(
            "-# The ratings stay as they are: a match that ends early counts only if everybody has made {count} moves.",
            count=FEWEST_MOVES,
        )
    if not match.ratings:
        return say(
            "-# The ratings stay as they are: with the same opponents only so many matches count, and only so many points. "
            "**How it works** under `/leaderboard` has the numbers."
        )
    changes = [f"**{name(player)}** {new}" for player, new in zip(match.players, ratings_now(match), strict=True)]
    # Translators: {changes} are names with ratings, such as “Ada 1566 (+66), Ben 1434 (−66)”.
    return say("Ratings: {changes}", changes=strung(changes))


def ratings_now(match: Match) -> Sequence[str]:
    """The new ratings by seat, each with its change; empty if the match did not change them."""
    return [
        say(_NEW_PROVISIONAL if new.is_provisional else _NEW, number=str(new.rating), change=change(new.change))
        for new in match.ratings or ()
    ]


# Translators: A rating and its change, such as “1566 (+66)”.
_NEW: Final = message("{number} ({change})")
# Translators: A rating and its change, such as “1566 (+66, provisional)”.
_NEW_PROVISIONAL: Final = message("{number} ({change}, provisional)")


def not_counted() -> str:
    """A sentence on the finished matches that do not count for ratings and leaderboards."""
    return say(
        "Some don't count for ratings and leaderboards: casual matches, those that ended in the first moves, and too many, or too one-sided ones, between the same people."
    )


def rating(number: int, *, is_provisional: bool) -> str:
    """A rating, with a note while it is provisional."""
    return say("{number} (provisional)", number=str(number)) if is_provisional else str(number)


def change(number: int) -> str:
    """The change of a rating: `+12`, `−12`, `±0`."""
    if number == 0:
        return "±0"
    return f"+{number}" if number > 0 else f"{_MINUS}{-number}"


# Translators: A person's result in one match.
VERDICTS: Final = {
    Verdict.WON: message("Won"),
    Verdict.DRAWN: message("Drawn"),
    Verdict.LOST: message("Lost"),
}


def result(verdict: Verdict, changed: int | None) -> str:
    """A person's result in a match, and the change of their rating if it counts: `Won +12`."""
    return say(VERDICTS[verdict]) if changed is None else f"{say(VERDICTS[verdict])} {change(changed)}"


def tally(wins: int, draws: int, losses: int) -> str:
    """The numbers of matches won, drawn and lost; draws are omitted if there were none."""
    if draws:
        return say(
            "{wins, plural, one {# won} other {# won}}, "
            "{draws, plural, one {# drawn} other {# drawn}}, "
            "{losses, plural, one {# lost} other {# lost}}",
            wins=wins,
            draws=draws,
            losses=losses,
        )
    return say(
        "{wins, plural, one {# won} other {# won}}, {losses, plural, one {# lost} other {# lost}}",
        wins=wins,
        losses=losses,
    )


def pool_name(pool: str) -> str:
    """The name of a pool of ratings: a game, or all games."""
    return say("All games") if pool == ALL_ROUND else game_name(pool)


def leaderboard_heading(board: Leaderboard) -> str:
    """The heading of a leaderboard."""
    if not board.is_direct:
        return say("### Leaderboard · {games}", games=pool_name(board.pool))
    return say(
        "### Leaderboard · {games} · direct matches\n-# You and the people you've played rated direct matches with. No server sees it.",
        games=pool_name(board.pool),
    )


def leaderboard_row(row: LeaderboardRow, *, is_own: bool, width: int = 1) -> str:
    """A person's row on a leaderboard, in two lines; `width` is the number of digits reserved for places.

    A medal comes after the name, so that the figures of all rows stay aligned.
    """
    position = "–" if row.position is None else f"{row.position}."
    figures = f"{position:>{width + 1}} {row.rating.number:>4}".replace(" ", _STIFF)
    medal = f" {_MEDALS[row.position]}" if row.position in _MEDALS else ""
    own = f" · {say('you')}" if is_own else ""
    short = replace(row.person, name=shortened(row.person.name, _LONGEST_NAME))
    return f"`{figures}` **{name(short)}**{medal}{own}\n-# {_history(row.rating)}"


def _history(rating: Rating) -> str:
    # Translators: {change} is a number with its sign, such as “+12”.
    last = say("last match {change}", change=change(rating.change))
    return f"{tally(rating.wins, rating.draws, rating.losses)} · {last}"


def provisional_heading() -> str:
    """The heading over the provisional ratings on a leaderboard."""
    return say("**Provisional**, before their {number}th rated match", number=PROVISIONAL)


def no_own_rating(board: Leaderboard) -> str:
    """The note on a leaderboard for a reader who is not on it."""
    return say(
        # Translators: {match} is “a rated match of Furl” or the like; {way} is “`/play` starts one” or the like.
        "-# You aren't on this leaderboard yet. Finish {match} to get there: {way}.",
        match=_rated_match(board.pool),
        way=_begun_by(board),
    )


def empty_leaderboard(board: Leaderboard) -> str:
    """The text in place of an empty leaderboard."""
    return say(
        # Translators: {match} is “a rated match of Furl” or the like; {way} is “`/play` starts one” or the like.
        "Nobody is on this leaderboard yet. Be the first to finish {match}: {way}.",
        match=_rated_match(board.pool),
        way=_begun_by(board),
    )


def engines_heading(game: Game) -> str:
    """The heading of the ratings of engines."""
    return say("### Engines · {game}\n-# From their rated matches among themselves.", game=game.name)


def no_engines_rated(game: Game) -> str:
    """The text in place of an empty list of engines."""
    return say("No engine here has finished a rated match of {game} yet.", game=game.name)


def _rated_match(pool: str) -> str:
    if pool == ALL_ROUND:
        return say("a rated match of any game")
    return say("a rated match of {game}", game=game_name(pool))


def _begun_by(board: Leaderboard) -> str:
    if board.is_direct:
        return say("a challenge in direct messages with **Rated** starts one")
    return say("`/play` starts one")


def about_ratings() -> str:
    """An explanation of how ratings are computed."""
    paragraphs = [say(about, **_NUMBERS) for about in _ABOUT]
    variants = tuple(f"**{game.name}**" for game in GAMES.values() if game.key != game.family)
    if variants:
        paragraphs[0] = paragraph(paragraphs[0], say("A variant has ratings of its own: {games}.", games=variants))
    return "\n\n".join(paragraphs)


def provisional() -> str:
    """What a question mark behind a rating means."""
    return say(_ABOUT[1], **_NUMBERS)


_NUMBERS: Final = {
    "start": START,
    "number": PROVISIONAL,
    "moves": FEWEST_MOVES,
    "count": MOST_ALIKE,
    "days": ALIKE_PERIOD.days,
    "longer": GAINS_PERIOD.days,
    "points": MOST_FROM_ONE,
}
_ABOUT: Final = (
    message(
        "### How ratings work\n"
        "Everybody starts at **{start}**, in each game and in all games together. If you win, your rating goes up; if you "
        "lose, it goes down; and a surprise changes it more. A draw brings the two ratings closer together. With three or "
        "four players the order in which they finish counts. Among people who have played some dozens of matches, 400 "
        "points between two of them mean that the stronger one wins about ten times as often."
    ),
    message(
        "**Provisional:** {start} and what follows, until your {number}th match. Until then a rating changes fast and has no place on the leaderboard."
    ),
    message(
        "**What counts:** every match that was rated from the start and is played to its end. If someone resigns or runs out of time, or the players agree on a draw, it counts if everybody has made {moves} moves. A match that's called off doesn't count."
    ),
    message(
        "**Not too often with the same people:** of one game between exactly the same people, {count} rated matches "
        "count within {days} days. You can play more of them, but they leave your ratings as they are."
    ),
    message(
        "**Not too much from one opponent:** within {longer} days nobody gives you more than {points} points or a quarter "
        "of all you gain, whichever is more. A very short match that an account younger than a week wins counts once between the same people, "
        "and a game of engines that repeats another doesn't count."
    ),
    message(
        "Each server has its own ratings, and people who've left it aren't shown until they come back. Rated direct matches count on a list that no server sees: use `/leaderboard` in direct messages."
    ),
)


def profile_heading(person: Person) -> str:
    """The heading of a profile."""
    return f"### {name(person)}"


def nothing_reached(person: Person, asker: Person) -> str:
    """The text in place of results if a person has not finished a match with others."""
    if person.id == asker.id:
        return say("You haven't finished a match with others here yet. `/play` starts one.")
    return say("{person} hasn't finished a match with others here yet.", person=person)


def profile_results(profile: Profile) -> str:
    """A person's results: over all games, for each game, and the streak."""
    several_games = len(profile.records) > 2
    rows = profile.records if several_games else profile.records[-1:]
    lines = ["- " + labelled(f"**{pool_name(record.pool)}**", in_words(record)) for record in rows]
    return "\n".join([*lines, "", *notes(profile)])


def notes(profile: Profile) -> Sequence[str]:
    """What is to be said about all of a person's results: the streak, the reliability, and how many matches count."""
    return _streak(profile), in_profile(profile.reliability), _note(profile)


def _note(profile: Profile) -> str:
    """The note on the number of matches behind the results."""
    everything = profile.records[0]
    counting = 0 if everything.row is None else everything.row.rating.matches
    if profile.matches >= MOST_RESULTS:
        return say("-# The latest {count, plural, one {# match} other {# matches}}.", count=MOST_RESULTS)
    if counting >= profile.matches:
        return say("-# {count, plural, one {# match} other {# matches}} in all.", count=profile.matches)
    if profile.matches == 1:
        note = say("-# 1 match in all, which doesn't count for ratings.")
    elif not counting:
        note = say(
            "-# {count, plural, one {# match} other {# matches}} in all, of which none count for ratings.",
            count=profile.matches,
        )
    else:
        note = say(
            "-# {count, plural, one {# match} other {# matches}} in all, of which {counting, plural, one {# counts} other {# count}} for ratings.",
            count=profile.matches,
            counting=counting,
        )
    return paragraph(note, not_counted())


def in_words(record: PoolResults) -> str:
    """A rating with the results that led to it, as on the leaderboard, followed by the other results."""
    if record.row is None:
        return _tally(record.tally)
    row = record.row.rating
    number = rating(row.number, is_provisional=row.is_provisional)
    place = record.row.position
    if place is not None and record.ranked < MOST_RANKED:
        number = say("{rating}, place {place} of {ranked}", rating=number, place=place, ranked=record.ranked)
    elif place is not None:
        number = say("{rating}, place {place}", rating=number, place=place)
    rated = f"{number} · {tally(row.wins, row.draws, row.losses)}"
    if not record.unrated.matches:
        return rated
    # Translators: {results} are such as “1 won, 2 lost”.
    return f"{rated} {say('(not for ratings: {results})', results=_tally(record.unrated))}"


def place(record: PoolResults) -> str:
    """The place of a rating; empty for one without."""
    if record.row is None or record.row.position is None:
        return ""
    if record.ranked < MOST_RANKED:
        return say("Place {place} of {ranked}", place=record.row.position, ranked=record.ranked)
    return say("Place {place}", place=record.row.position)


def _tally(counts: Tally) -> str:
    return tally(counts.wins, counts.draws, counts.losses)


def _streak(profile: Profile) -> str:
    streak, best = profile.streak, profile.best_streak
    if not best:
        return say("**Wins in a row:** none just now")
    if not streak:
        # Translators: {best} is a number.
        return say("**Wins in a row:** none just now, {best} at best", best=best)
    if streak == best:
        return say("**Wins in a row:** {streak}, the best so far", streak=streak)
    # Translators: {streak} and {best} are numbers.
    return say("**Wins in a row:** {streak}, {best} at best", streak=streak, best=best)


def rival(rival_met: Rival) -> str:
    """One of a person's most frequent opponents, and the score against them."""
    return f"- **{name(rival_met.person)}** · {_tally(rival_met.tally)}"


def profile_characters(scores: Sequence[CharacterScore]) -> str:
    """A person's scores against characters, which count nowhere else."""
    lines = [f"- **{score.character.name}** · {_tally(score.tally)}" for score in scores]
    return "\n".join((say("**Against Furlong's characters**"), *lines))


def more_matches(left_out: int) -> str:
    """The note under a list of matches if there are more."""
    return say("-# and {count} more: see `/games`", count=left_out)


def curve_alt(person: Person, tracks: Sequence[Track]) -> str:
    """The alt text of the chart of a person's ratings."""
    summary = strung([_track(track) for track in tracks], apart=True)
    return shortened(say("Ratings of {person} over time. {ratings}.", person=person, ratings=summary), limits.ALT)


def _track(track: Track) -> str:
    numbers = [number for _at, number in track.points]
    if len(numbers) == 1:
        return say("{games}: {rating} after one match", games=pool_name(track.pool), rating=numbers[0])
    return say(
        "{games}: from {first} to {last}, lowest {lowest}, highest {highest}",
        games=pool_name(track.pool),
        first=numbers[0],
        last=numbers[-1],
        lowest=min(numbers),
        highest=max(numbers),
    )


def of_host(match: Match) -> str:
    """The lines under a challenge with its host's reliability and the reliability that the host requires."""
    reliability = match.host_reliability
    lines = [] if reliability is None else [_note_reliability(match, reliability)]
    if match.least_reliability is not None:
        lines.append(say("For {people}.", people=asked(match.least_reliability)))
    return "\n".join(lines[::-1])


def _note_reliability(match: Match, reliability: Reliability) -> str:
    person = match.host
    if reliability.is_new and match.place.by_player:  # matches on servers do not count here
        return say(
            "-# {person:b} is new to direct matches, with fewer than {count, plural, one {# match} other {# matches}} with a time limit so far.",
            person=person,
            count=FEWEST_FOR_RELIABILITY,
        )
    if reliability.is_new:
        return say(
            "-# {person:b} is new, with fewer than {count, plural, one {# match} other {# matches}} with a time limit so far.",
            person=person,
            count=FEWEST_FOR_RELIABILITY,
        )
    if reliability.usual_time is None:
        return say(
            "-# {person:b} finishes {share:.0%} of matches in time.", person=person, share=reliability.percent / 100
        )
    return say(
        "-# {person:b} finishes {share:.0%} of matches in time, and usually moves within {time}.",
        person=person,
        share=reliability.percent / 100,
        time=_time(reliability.usual_time),
    )


def asked(least: int) -> str:
    """The people that a challenge with a minimum of reliability is for."""
    return say("people who finish at least {share:.0%} of their matches in time, or are new", share=least / 100)


def choice(least: int) -> Phrase:
    """The label of a minimum in a list of choices."""
    return Phrase("At least {share:.0%} of matches finished in time; newcomers may join too", share=least / 100)


def in_profile(reliability: Reliability) -> str:
    """The line about reliability in a profile."""
    if reliability.is_new:
        return say(
            "**Reliability:** new, with fewer than {count, plural, one {# match} other {# matches}} with a time limit so far",
            count=FEWEST_FOR_RELIABILITY,
        )
    line = say(
        "**Reliability:** {share:.0%} of {count, plural, one {# match} other {# matches}} finished in time",
        share=reliability.percent / 100,
        count=reliability.matches,
    )
    if reliability.usual_time is None:
        return line
    return f"{line} · {say('usually moves within {time}', time=_time(reliability.usual_time))}"


def share(reliability: Reliability) -> str:
    """The record of matches finished in time, for a person who is not reliable enough."""
    return say(
        "{finished} of your latest {count, plural, one {# match} other {# matches}}, {share:.0%}",
        finished=reliability.in_time,
        count=reliability.matches,
        share=reliability.percent / 100,
    )


def _time(usual: timedelta) -> str:
    """A time per move, rounded up to the next simple phrase."""
    if usual <= _HOUR:
        return say("an hour")
    if usual <= 2 * _DAY:
        return say("{count, plural, one {# hour} other {# hours}}", count=ceil(usual / _HOUR))
    return say("{count, plural, one {# day} other {# days}}", count=ceil(usual / _DAY))
