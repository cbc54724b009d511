"""`python -m bot ratings`: all ratings recomputed from the stored matches."""

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import people as people_store
from bot.store.engine.database import Database
from tests.bot.actions.results import direct, end, people, random_outcomes
from tests.bot.tables import address_of, dump, run


@pytest.fixture
def played(fresh_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of a bot with the ratings of forty matches."""
    monkeypatch.setenv("DATABASE_URL", address_of(fresh_file))
    everybody = people(4)

    async def fill() -> None:
        outcomes = random_outcomes(random.Random(2), everybody, datetime(2030, 1, 1, tzinfo=UTC), timedelta(days=1))
        with direct(fresh_file) as connection:
            for person in everybody:
                await people_store.remember(connection, person)
            for outcome in islice(outcomes, 40):
                await end(connection, outcome)

    run(fill())
    return fresh_file


def rows(file: Path) -> dict[str, list[tuple[object, ...]]]:
    async def read() -> dict[str, list[tuple[object, ...]]]:
        database = await Database.open(address_of(file))
        found = await dump(database)
        await database.close()
        return found

    return run(read())


def damage(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize("arguments", [["ratings"], ["ratings", "--check"]])
def test_ratings_that_agree_are_left_as_they_are(
    played: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows(played)
    assert main(arguments) == 0
    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith("Rated matches: 3") and line.endswith("All ratings agree with them.")
    assert rows(played) == before


def test_differences_are_reported_and_with_check_nothing_is_changed(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(played, "UPDATE ratings SET rating = rating + 30, wins = wins + 1 WHERE pool = 'furl'")
    before = rows(played)
    assert main(["ratings", "--check"]) == 1
    server, summary = capsys.readouterr().out.splitlines()
    assert "matches whose changes differ: 0; ratings that differ: 4, by 30 points at most" in server
    assert summary.endswith("Nothing was changed.") and rows(played) == before


def test_without_check_what_differs_is_put_right(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = rows(played)
    damage(played, "DELETE FROM ratings")
    damage(played, "UPDATE rating_changes SET mu = mu + 1")
    assert main(["ratings"]) == 0
    assert capsys.readouterr().out.endswith("All ratings are put right.\n")
    assert rows(played) == before and main(["ratings", "--check"]) == 0


def test_a_database_without_matches_has_nothing_to_compute(
    fresh_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", address_of(fresh_file))
    assert main(["ratings"]) == 0
    assert capsys.readouterr().out == "Rated matches: 0. Of these count: 0. All ratings agree with them.\n"


def test_a_database_that_is_not_there_is_said_to_be_missing_and_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", address_of(tmp_path / "none.db"))
    assert main(["ratings"]) == 2
    assert "there is no file" in capsys.readouterr().err and list(tmp_path.iterdir()) == []


def test_a_database_that_does_not_take_the_ratings_is_one_line(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(played, "DELETE FROM ratings")
    damage(played, "CREATE TRIGGER no BEFORE INSERT ON ratings BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
    before = rows(played)
    assert main(["ratings"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "it did not take the ratings, so try again: disk is full" in line
    assert rows(played) == before
