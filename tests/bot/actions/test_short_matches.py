"""Matches that end in their first moves change no rating, neither then nor when ratings are recomputed."""

from dataclasses import replace

import pytest

from bot.actions import rating_audits as rating_book
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.ratings import MOST_ALIKE, is_cut_short
from bot.texts import ratings as rating_texts
from rules import GAMES
from tests.bot.tables import ADA, BEN, CLEO, Hall, here

RATED = Terms(is_rated=True)


async def _agrees(hall: Hall, counted: int) -> bool:
    """Whether this many matches count when ratings are recomputed, and the stored ratings are the same."""
    found = [audit async for audit in rating_book.audits(hall.database.read)]
    return all(audit.agrees for audit in found) and sum(audit.counted for audit in found) == counted


@pytest.mark.parametrize(("moves", "counts"), [(0, False), (2, False), (5, False), (6, True)])
async def test_a_resignation_counts_once_both_have_made_three_moves(hall: Hall, moves: int, counts: bool) -> None:
    match = await hall.running(game=GAMES["furl"], terms=RATED)
    for _ in range(moves):
        match = await _plays_on(hall, match)
    match = await hall.matches.resign(here(BEN), match.id)
    assert match.state is State.FINISHED and bool(match.ratings) is counts
    reply = rating_texts.new_ratings(match)
    assert reply.startswith("Ratings: ") if counts else "everybody has made 3 moves." in reply
    assert await _agrees(hall, int(counts))


async def test_a_player_who_leaves_at_once_does_not_take_the_result_from_those_who_play_on(hall: Hall) -> None:
    for plies, counts in ((0, False), (3, True)):
        match = await hall.running(ADA, BEN, CLEO, game=GAMES["farlander"], terms=RATED)
        match = await hall.matches.resign(here(CLEO), match.id)
        for _ in range(2 * plies):
            match = await _plays_on(hall, match)
        match = await hall.matches.resign(here(BEN), match.id)
        assert match.state is State.FINISHED and bool(match.ratings) is counts
        assert match.result is not None and match.result.places[match.players.index(CLEO)] > 1
    assert await _agrees(hall, 1)


@pytest.mark.parametrize("way", ["resigned", "never moved"])
async def test_nobody_begins_again_until_a_match_begins_well(hall: Hall, way: str) -> None:
    for number in range(MOST_ALIKE + 1):
        match = await hall.running(game=GAMES["furl"], terms=replace(RATED, days=1))
        assert match.counts is (number < MOST_ALIKE)
        if way == "resigned":
            await hall.matches.resign(here(ADA), match.id)
        else:
            hall.clock.go_on(days=1, minutes=1)
            assert await hall.matches.time_out(match.id)
        assert await _agrees(hall, 0)


async def _plays_on(hall: Hall, match: Match) -> Match:
    assert match.to_move is not None
    return (await hall.matches.play(here(match.to_move), match.id, match.position.legal_moves()[0])).match


def test_a_match_that_was_played_to_its_end_counts_however_short_it_was() -> None:
    assert not is_cut_short([1, 0], (), is_played_out=True)
    assert is_cut_short([3, 2], (), is_played_out=False) and not is_cut_short([3, 3], (), is_played_out=False)
    assert is_cut_short([9, 0, 2], {1}, is_played_out=True) and not is_cut_short([9, 0, 3], {1}, is_played_out=True)
