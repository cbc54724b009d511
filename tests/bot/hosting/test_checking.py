"""Checking what is stored: a consistent match is passed over, any other is named with its fault."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, text, update

from bot.hosting import checking
from bot.hosting.checking import CheckSummary
from bot.model.errors import DatabaseError, DatabaseUnusable
from bot.model.match import Match
from bot.store.engine.database import looked_at, one_view
from bot.store.engine.schema.matches import matches, moves, participants, records
from bot.store.engine.schema.people import people
from rules import GAMES
from rules.core import Seat
from rules.record import retirement
from tests.bot.rounds import granted
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CLEO, DAN, Hall, address_of, all_games, dump, hall_at, here
from tests.rules.playouts import TABLES


async def check(url: str, tell: Callable[[str], None]) -> CheckSummary:
    """Check a database in which Sticks is one of the games."""
    return await checking.check(url, tell, all_games())


async def checked(hall: Hall) -> tuple[CheckSummary, list[str]]:
    """The lines that a check reports; the check must change nothing."""
    before, report = await dump(hall.database), list[str]()
    tally = await check(hall.url, report.append)
    assert await dump(hall.database) == before
    assert tally.wrong == len([line for line in report if not line.endswith("…")])
    return tally, report


async def finished(hall: Hall) -> Match:
    """A match of Sticks that was played to its end, with a roll in it."""
    match = await hall.running(game=STICKS, moves=["roll"])
    while match.to_move is not None:
        match = (await hall.matches.play(here(match.to_move), match.id, "one")).match
    return match


async def change(hall: Hall, match: Match, **values: Any) -> None:
    async with hall.database.write() as connection:
        await connection.execute(update(matches).where(matches.c.id == match.id).values(**values))


async def the_fault(hall: Hall) -> str:
    """The only reported fault, among some consistent matches."""
    _tally, report = await checked(hall)
    [line] = report
    return line


async def test_matches_in_every_state_agree(hall: Hall) -> None:
    await hall.challenge()
    await hall.open_challenge()
    await hall.running(ADA, BEN, CLEO, game=STICKS, moves=["one"])
    await finished(hall)
    await hall.matches.resign(here(BEN), (await hall.running(moves=["a4<c4"])).id)
    await hall.matches.cancel(here(ADA), (await hall.challenge()).id)
    await hall.matches.decline(here(BEN), (await hall.challenge()).id)
    tally, report = await checked(hall)
    assert report == [] and tally.matches == 7 and tally.moves > 3


async def test_matches_with_moves_that_were_taken_back_and_rematches_agree(hall: Hall) -> None:
    match = await finished(hall)
    for person in (ADA, BEN):
        await hall.matches.offer_rematch(here(person), match.id)
    for person, move in ((BEN, "roll"), (ADA, "one")):
        await hall.matches.play(here(person), 2, move)
    await granted(hall, await hall.matches.load(2), ADA)
    tally, report = await checked(hall)
    assert report == [] and (await hall.matches.load(2)).history.rolls == 1 and tally.matches == 2


async def test_an_empty_database_agrees(hall: Hall) -> None:
    assert await checked(hall) == (CheckSummary(), [])


async def test_matches_of_every_game_agree(hall: Hall) -> None:
    for key, seats in TABLES:
        match = await hall.running(*(ADA, BEN, CLEO, DAN)[:seats], game=GAMES[key])
        for _ in range(3):
            assert match.to_move is not None
            match = (await hall.matches.play(here(match.to_move), match.id, match.position.legal_moves()[0])).match
        if seats != 3:
            await hall.matches.resign(here(BEN), match.id)
    tally, report = await checked(hall)
    assert report == [] and tally.matches == len(TABLES)


async def test_every_match_is_checked_however_many_there_are(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.hosting.checking._BATCH", 2)
    monkeypatch.setattr("bot.hosting.checking._EVERY", 4)
    for _ in range(5):
        await change(hall, await hall.running(), ply=1)
    tally, report = await checked(hall)
    assert tally == CheckSummary(5, 0, 5)
    assert report.pop(4) == "4 matches replayed …"
    assert [line.split(" (")[0] for line in report] == [f"Match {number}" for number in range(1, 6)]


WRONG_WHILE_RUNNING: tuple[tuple[dict[str, Any], str], ...] = (
    ({"game": "chess"}, "(chess): this Furlong does not know its game."),
    ({"game_version": 7}, "is played by version 7 of its rules, and this Furlong knows version 1"),
    ({"seats": 4}, "its game cannot be played by 4"),
    ({"seats": 3}, "it has 3 seats and 2 players"),
    ({"ply": 3}, "it is stored as 3 moves long, but its record has 2 or has gaps"),
    ({"state": "asleep"}, "its state, asleep, is unknown"),
    ({"state": "open"}, "is stored as waiting for players, but has begun"),
    ({"ending": "rules"}, "it is stored as going on, but has ended or not begun"),
    ({"started_at": None}, "it is stored as going on, but has ended or not begun"),
    (
        {"to_move_id": ADA.id},
        "after its moves it is the turn of seat 1, but another player is stored as the one to move",
    ),
    ({"to_move_id": None}, "after its moves it is the turn of seat 1, but another player is stored as the one to move"),
    ({"state": "finished"}, "a player is to move although it is not going on"),
    ({"state": "finished", "to_move_id": None}, "its ending, None, is unknown"),
    (
        {"state": "finished", "to_move_id": None, "ending": "rules", "places": [1, 2]},
        "its stored places and points, 1 2, are not those that its moves lead to, none",
    ),
    (
        {"state": "finished", "to_move_id": None, "ending": "resigned"},
        "its stored places, none, do not fit a match that is finished",
    ),
    (
        {"state": "finished", "to_move_id": None, "ending": "resigned", "places": [1, 2, 3]},
        "its stored places, 1 2 3, do not fit a match that is finished",
    ),
    (
        {"state": "called off", "to_move_id": None, "ending": "unplayed", "places": [1, 2]},
        "its stored places, 1 2, do not fit a match that is called off",
    ),
    ({"secret": None}, "its dice were never sealed"),
    ({"commitment": "0" * 64}, "the secret of its dice does not fit its seal"),
)
WRONG_AFTERWARDS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"places": [1, 1]}, "its stored places and points, 1 1 with 0 10, are not those that its moves lead to"),
    ({"points": [5, 10]}, "are not those that its moves lead to"),
    ({"points": None}, "are not those that its moves lead to"),
    ({"places": None}, "its stored places and points, none, are not those"),
    ({"ending": "time"}, "its moves end the game, but it is stored as ended otherwise (time)"),
    ({"state": "running", "ending": None}, "it is stored as going on, but its moves end the game"),
    ({"to_move_id": BEN.id}, "a player is to move although it is not going on"),
)


async def test_inconsistencies_of_a_running_match_are_reported(hall: Hall) -> None:
    await hall.challenge()
    for values, _said in WRONG_WHILE_RUNNING:
        await change(hall, await hall.running(game=STICKS, moves=["more", "one"]), **values)
    _tally, report = await checked(hall)
    for line, (values, sentence) in zip(report, WRONG_WHILE_RUNNING, strict=True):
        assert sentence in line, values


async def test_inconsistencies_of_a_finished_match_are_reported(hall: Hall) -> None:
    await hall.running()
    for values, _said in WRONG_AFTERWARDS:
        await change(hall, await finished(hall), **values)
    _tally, report = await checked(hall)
    for line, (values, sentence) in zip(report, WRONG_AFTERWARDS, strict=True):
        assert sentence in line, values


async def replace_moves(hall: Hall, match: Match, tokens: Sequence[str], *, first: int = 1) -> None:
    async with hall.database.write() as connection:
        await connection.execute(delete(moves).where(moves.c.match_id == match.id))
        await connection.execute(
            insert(moves),
            [
                {"match_id": match.id, "ply": ply, "token": token, "played_at": hall.clock()}
                for ply, token in enumerate(tokens, start=first)
            ],
        )


async def test_a_record_that_does_not_replay_is_reported_with_the_move(hall: Hall) -> None:
    match = await hall.running(game=STICKS, moves=["one", "one"])
    await replace_moves(hall, match, ["one", "five"])
    line = await the_fault(hall)
    assert "Move 2 of this record, five, cannot be played" in line and not line.endswith("..")


async def test_an_impossible_retirement_is_reported(hall: Hall) -> None:
    match = await hall.running(game=STICKS, moves=["one"])
    await replace_moves(hall, match, [retirement(Seat(2))])
    assert "Move 1 of this record" in await the_fault(hall)


async def test_a_record_with_a_gap_is_reported(hall: Hall) -> None:
    match = await hall.running(game=STICKS, moves=["one", "one"])
    await replace_moves(hall, match, ["one", "one"], first=2)
    assert "it is stored as 2 moves long, but its record has 2 or has gaps" in await the_fault(hall)


@pytest.mark.parametrize(("column", "value"), [("seats", "- x 0"), ("times", "1 two 3"), ("times", f"1 {10**30} 3")])
async def test_a_damaged_record_of_a_finished_match_is_reported_as_one_that_ends_there(
    hall: Hall, column: str, value: str
) -> None:
    """The others are checked nevertheless."""
    match = await finished(hall)
    await finished(hall)
    async with hall.database.write() as connection:
        await connection.execute(update(records).where(records.c.match_id == match.id).values({column: value}))
    assert f"Match {match.id} (" in (line := await the_fault(hall))
    assert "but its record has 1 or has gaps" in line


async def test_a_record_that_ends_before_chance_has_rolled_is_reported(hall: Hall) -> None:
    match = await hall.running(game=STICKS, moves=["one", "one"])
    await replace_moves(hall, match, ["one", "roll"])
    assert "its record ends where chance is to decide" in await the_fault(hall)


async def test_rolls_that_the_sealed_dice_do_not_give_are_reported(hall: Hall) -> None:
    match = await hall.running(game=STICKS, moves=["roll", "one"])
    other = {"rolled1": "rolled2", "rolled2": "rolled1"}[match.history.tokens[1]]
    await replace_moves(hall, match, ["roll", other, "one"])
    assert "its sealed dice do not give what was rolled at 2." in await the_fault(hall)


async def test_a_challenge_that_has_moves_is_reported(hall: Hall) -> None:
    match = await hall.challenge(game=STICKS)
    await replace_moves(hall, match, ["one"])
    await change(hall, match, ply=1)
    assert "it is stored as waiting for players, but has begun" in await the_fault(hall)


async def test_a_missing_player_is_reported(hall: Hall) -> None:
    match = await hall.running(game=STICKS)
    async with hall.database.write() as connection:
        await connection.execute(delete(participants).where(participants.c.person_id == BEN.id))
    assert f"Match {match.id} (sticks): it has 2 seats and 1 players." == await the_fault(hall)


async def test_matches_that_change_meanwhile_are_never_reported(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.hosting.checking._BATCH", 3)

    async def play() -> None:
        for _ in range(2):
            await finished(hall)

    report: list[str] = []
    playing = asyncio.gather(*(play() for _ in range(3)))
    while not playing.done():
        await check(hall.url, report.append)
    await playing
    assert report == [] and (await check(hall.url, report.append)).matches == 6


async def test_a_check_cannot_change_anything(hall: Hall) -> None:
    async with looked_at(hall.url) as database:
        for transaction in (database.read, database.write):
            with pytest.raises(DatabaseError, match=r"readonly|read-only"):
                async with transaction() as connection:
                    await connection.execute(insert(people).values(id=1, name="Ada"))
    assert (await dump(hall.database))["people"] == []


async def test_tables_of_another_version_are_refused(hall: Hall) -> None:
    async with hall.database.write() as connection:
        before = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    for version, told in ((None, "those of an older Furlong"), ("9999", "by a newer version"), (before, "")):
        async with hall.database.write() as connection:
            await connection.execute(text("DELETE FROM alembic_version"))
            if version is not None:
                await connection.execute(text("INSERT INTO alembic_version VALUES (:version)"), {"version": version})
        if told:
            with pytest.raises(DatabaseUnusable, match=told):
                await check(hall.url, print)


async def test_an_unreadable_value_makes_the_database_unusable(fresh_file: Path) -> None:
    hall = await hall_at(address_of(fresh_file))
    match = await hall.running()
    async with hall.database.write() as connection:
        await connection.execute(text("UPDATE matches SET places = '{' WHERE id = :id"), {"id": match.id})
    with pytest.raises(DatabaseUnusable, match="it cannot be read: "):
        await check(hall.url, print)
    await hall.database.close()


@pytest.mark.parametrize("name", ["a b?c=d#e%20f.db", "ü’s “base”.db"])
async def test_a_file_may_have_any_name(fresh_file: Path, name: str) -> None:
    odd = fresh_file.rename(fresh_file.with_name(name))
    assert await check(address_of(odd), print) == CheckSummary()


async def test_a_file_that_is_not_in_use_stays_as_it_is(fresh_file: Path) -> None:
    before = fresh_file.read_bytes()
    fresh_file.chmod(0o400)
    assert await check(address_of(fresh_file), print) == CheckSummary()
    assert fresh_file.read_bytes() == before


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("sqlite+aiosqlite://", "in memory"),
        ("sqlite+aiosqlite:///nowhere.db", "there is no file nowhere.db; start this where the bot starts"),
        ("postgresql+asyncpg://owner@127.0.0.1:1/furlong", "it cannot be read: "),
    ],
)
async def test_a_missing_database_is_reported_and_not_created(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DatabaseUnusable, match=sentence):
        await check(url, print)
    assert list(tmp_path.iterdir()) == []


async def test_a_database_of_another_program_is_reported(tmp_path: Path) -> None:
    (tmp_path / "other.db").write_bytes(b"no database" * 1000)
    with pytest.raises(DatabaseUnusable, match="it cannot be read: "):
        await check(address_of(tmp_path / "other.db"), print)


async def test_who_checks_a_new_database_too_early_is_told_what_makes_its_tables(tmp_path: Path) -> None:
    (tmp_path / "new.db").touch()
    with pytest.raises(
        DatabaseUnusable, match="it is empty; the command migrate, or a start of the bot, makes its tables"
    ):
        await check(address_of(tmp_path / "new.db"), print)


async def test_batches_are_replayed_beside_each_other_and_reported_in_their_order(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "_BATCH", 2)
    monkeypatch.setattr(checking, "_EVERY", 4)
    played = [await hall.running(moves=["a4<c4", "e5<e4"]) for _ in range(9)]
    for match in (played[1], played[6]):
        await change(hall, match, ply=7)
    known, report = list[str](), list[str]()
    alone = await checking.check(hall.url, known.append, dict(GAMES))
    with ThreadPoolExecutor(3) as pool:
        async with looked_at(hall.url) as database:
            beside = await checking.check_in(lambda: one_view(database), report.append, GAMES, report.append, pool)
    assert report == known and [line[:8] for line in report if line[0] == "M"] == ["Match 2 ", "Match 7 "]
    assert beside == alone == CheckSummary(9, 18, 2) and "8 matches replayed …" in report
