"""The choice of a puzzle for a person, and their days in a row."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from bot.model.puzzles import Puzzle, PuzzleStanding, days_in_a_row, suiting
from rules import GAMES
from rules.core import Move


def test_a_puzzle_is_about_as_hard_as_a_person_is_strong_and_the_first_ones_are_easier() -> None:
    fen = GAMES["furl"].start(2).fen()
    puzzles = [
        Puzzle(GAMES["furl"], fen, Move("a1"), False, 5, 0.5, 0.1, rating, ())
        for rating in (1000, 1120, 1270, 1480, 1700)
    ]
    given = [suiting(puzzles, PuzzleStanding(tried=tried)).rating for tried in (0, 2, 5, 50)]
    assert given == [1120, 1270, 1480, 1480]


_WEST = timezone(timedelta(hours=-8))


def _in_a_row(*hours: float, now: float, zone: tzinfo = UTC, excused: Sequence[int] = ()) -> int:
    """The days in a row of a person who solved puzzles at these hours since Monday began in UTC."""
    monday = datetime(2030, 1, 7, tzinfo=UTC)
    solved = {(at := monday + timedelta(hours=hour)).date(): at for hour in hours}
    days = [monday.date() + timedelta(days=day) for day in excused]
    return days_in_a_row(solved, monday + timedelta(hours=now), zone, days)


def test_a_streak_goes_by_days_in_utc_or_in_the_zone_of_the_person() -> None:
    assert _in_a_row(12, 36, 60, now=61) == 3 and _in_a_row(12, 36, now=71) == 2
    assert _in_a_row(12, 36, now=73) == 0 and _in_a_row(12, 60, now=61) == 1
    # At ten on Monday and at eight in the evening on Tuesday, west of Greenwich, where that is Wednesday.
    assert _in_a_row(18, 52, 90, now=91, zone=_WEST) == 3
    assert _in_a_row(18, 52, now=53, zone=UTC) == 1


def test_a_day_on_which_furlong_was_away_breaks_no_streak() -> None:
    assert _in_a_row(12, 60, now=61, excused=[1]) == 2
    assert _in_a_row(12, 84, now=85, excused=[1]) == 1 and _in_a_row(12, 84, now=85, excused=[1, 2]) == 2
    assert _in_a_row(12, now=60, excused=[1]) == 1
