"""Standings compared with standings computed by hand."""

from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from bot.model.competitions.standings import Division, ranked
from tests.bot.model.competitions.fields import entrants, fixtures


def lines(shown: Division) -> list[str]:
    """The name, points, matches over and to play, points against those level, and Sonneborn-Berger."""
    return [
        f"{row.place} {row.entrant.person.name} {row.points:g} {row.played}+{row.to_play} "
        f"{row.head_to_head:g} {row.sonneborn_berger:g}"
        for row in shown.rows
    ]


def test_head_to_head_comes_before_sonneborn_berger_and_the_seed_last() -> None:
    results = """
        Ada Ben 1
        Cleo Ada 1
        Ada Dan =
        Ben Cleo 1
        Ben Dan 0
        Cleo Dan =
    """
    # Ada 1½, Ben 1, Cleo 1½, Dan 2. Cleo has beaten Ada, whom Sonneborn-Berger would put first:
    # Ada beat Ben (1) and drew with Dan (half of 2); Cleo beat Ada (1½) and drew with Dan (half of 2).
    assert lines(ranked(1, 1, entrants("Ada", "Ben", "Cleo", "Dan"), fixtures(results))) == [
        "1 Dan 2 3+0 0 2.5",
        "2 Cleo 1.5 3+0 1 2.5",
        "3 Ada 1.5 3+0 0 2",
        "4 Ben 1 3+0 0 1.5",
    ]


def test_draws_between_each_other_are_separated_by_opponents_beaten() -> None:
    results = """
        Ada Ben =
        Ada Cleo 1
        Ada Dan 0
        Ben Cleo 0
        Ben Dan 1
        Cleo Dan 0
    """
    # Ada and Ben have 1½ and drew. Ada beat Cleo (1) and drew with Ben; Ben beat Dan (2) and drew with Ada.
    assert lines(ranked(1, 1, entrants("Ada", "Ben", "Cleo", "Dan"), fixtures(results))) == [
        "1 Dan 2 3+0 0 2.5",
        "2 Ben 1.5 3+0 0.5 2.75",
        "3 Ada 1.5 3+0 0.5 1.75",
        "4 Cleo 1 3+0 0 1.5",
    ]


def test_three_who_have_beaten_each_other_in_a_circle_keep_their_order_before_the_season() -> None:
    circle = "Ada Ben 1\nBen Cleo 1\nCleo Ada 1"
    for order in permutations(("Ada", "Ben", "Cleo")):
        shown = ranked(1, 1, entrants(*order), fixtures(circle))
        assert [row.entrant.person.name for row in shown.rows] == list(order)


def test_unfinished_matches_count_for_nobody_and_a_match_that_was_never_begun_is_lost() -> None:
    shown = ranked(1, 1, entrants("Ada", "Ben", "Cleo"), fixtures("Ada Ben\nBen Cleo time\nAda Cleo ="))
    assert lines(shown) == ["1 Ben 1 1+1 0 0.5", "2 Ada 0.5 1+1 0.5 0.25", "3 Cleo 0.5 2+0 0.5 0.25"]
    assert not shown.is_complete


def test_a_player_struck_from_the_table_has_no_row_and_their_matches_do_not_count() -> None:
    results = "Ada Ben 0\nAda Cleo 1\nBen Cleo ="
    shown = ranked(1, 1, entrants("Ada", "Ben", "Cleo", struck=["Ada"]), fixtures(results))
    assert lines(shown) == ["1 Ben 0.5 1+0 0.5 0.25", "2 Cleo 0.5 1+0 0.5 0.25"]
    assert [entrant.person.name for entrant in shown.struck] == ["Ada"]


def test_unfinished_matches_of_an_entrant_who_is_out_are_lost_at_once() -> None:
    shown = ranked(1, 1, entrants("Ada", "Ben", "Cleo", out=["Ada"]), fixtures("Ada Ben 1\nAda Cleo\nBen Cleo 1"))
    # A circle: everybody has beaten one other person.
    assert lines(shown) == ["1 Ada 1 2+0 1 1", "2 Ben 1 2+0 1 1", "3 Cleo 1 2+0 1 1"]
    assert shown.is_complete and sum(row.points for row in shown.rows) == 3


def test_two_go_up_and_two_go_down_and_an_entrant_who_is_out_goes_down_first() -> None:
    names = ("Ada", "Ben", "Cleo", "Dan", "Eve")
    order = "\n".join(f"{better} {worse} 1" for better, worse in combinations(names, 2))

    def moves(number: int, divisions: int, *out: str) -> list[int]:
        return [row.move for row in ranked(number, divisions, entrants(*names, out=out), fixtures(order)).rows]

    assert moves(1, 1) == [0, 0, 0, 0, 0]
    assert moves(1, 3) == [0, 0, 0, -1, -1]
    assert moves(2, 3) == [1, 1, 0, -1, -1]
    assert moves(3, 3) == [1, 1, 0, 0, 0]
    assert moves(2, 3, "Ada") == [-1, 1, 1, 0, -1]


@given(st.data())
def test_points_are_shared_out_whole_and_the_order_of_results_does_not_matter(data: st.DataObject) -> None:
    names = data.draw(st.permutations(["Ada", "Ben", "Cleo", "Dan", "Eve"]))[: data.draw(st.integers(3, 5))]
    played = [
        f"{one} {other} {data.draw(st.sampled_from(['1', '=', '0', '']))}" for one, other in combinations(names, 2)
    ]
    people = entrants(*names)
    shown = ranked(1, 2, people, fixtures("\n".join(played)))
    assert sum(row.points for row in shown.rows) == sum(row.played for row in shown.rows) / 2
    assert sorted(row.place for row in shown.rows) == list(range(1, len(names) + 1))
    points = [row.points for row in shown.rows]
    assert points == sorted(points, reverse=True)
    assert lines(ranked(1, 2, people, fixtures("\n".join(data.draw(st.permutations(played)))))) == lines(shown)
