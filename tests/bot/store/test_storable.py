"""Each column stores the same values in every database, or refuses them in every one."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import JSON, Boolean, Column, LargeBinary, Table, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from bot.model.people import Person
from bot.model.texts import is_storable, storable
from bot.store import people as people_store
from bot.store import puzzles
from bot.store.engine.database import Connection
from bot.store.engine.schema import METADATA
from bot.store.engine.schema.types import BigInteger, Double, Instant, Integer, String, Text, Unstorable, json_of
from tests.bot.tables import SERVER, Hall

ODD_TEXTS: Final = ("a\0b", "\udfff!", "\x7f\ufffe", "e\u0301🃏", "")
ODD_NUMBERS: Final = tuple(sign * 2**bits - more for bits in (31, 63) for sign in (1, -1) for more in (0, 1))
ODD_FLOATS: Final = (-0.0, 1e308, 5e-324, float("nan"), -float("inf"))
ODD_INSTANTS: Final = tuple(datetime(year, 1, 1, tzinfo=UTC) for year in (1, 1969, 9999))


def odd_values(column: Column[Any]) -> list[Any]:
    """Values on which databases may differ."""
    kind = column.type
    if isinstance(kind, String):
        return [*ODD_TEXTS, "x" * (kind.length + 1), "🃏" * kind.length]
    if isinstance(kind, Text):
        return [*ODD_TEXTS, "x" * 100_000]
    if isinstance(kind, Integer):
        return list(ODD_NUMBERS)
    if isinstance(kind, Double):
        return list(ODD_FLOATS)
    if isinstance(kind, Instant):
        return list(ODD_INSTANTS)
    if isinstance(kind, JSON):
        return [[one] for one in (*ODD_TEXTS, *ODD_FLOATS)] + [{one: 1} for one in ODD_TEXTS]
    assert isinstance(kind, (Boolean, LargeBinary)), "its values are few, or any bytes"
    return [True, False] if isinstance(kind, Boolean) else [b"\0", b"\xff" * 32]


def _row(column: Column[Any], value: Any) -> dict[str, Any]:
    """A row with a value, and usual values in the other columns."""
    return {one.name: value if one is column else _usual(one) for one in column.table.c}


def _usual(column: Column[Any]) -> Any:
    usual: dict[type, Any] = {
        String: "x",
        Text: "x",
        Integer: 1,
        Double: 1.0,
        JSON: [],
        Boolean: True,
        LargeBinary: b"",
    }
    return next((value for kind, value in usual.items() if isinstance(column.type, kind)), ODD_INSTANTS[1])


async def _outcome(connection: Connection, column: Column[Any], value: Any) -> str | type[SQLAlchemyError]:
    """What is read after a value was stored, which is then undone; an error if it was refused."""
    undone = await connection.begin_nested()
    try:
        await connection.execute(insert(column.table).values(_row(column, value)))
        return repr((await connection.execute(select(column))).scalar_one())
    except SQLAlchemyError:
        return SQLAlchemyError
    finally:
        await undone.rollback()


async def _ignore_references(connection: Connection) -> None:
    is_server = connection.dialect.name == "postgresql"
    setting = "SET LOCAL session_replication_role = replica" if is_server else "PRAGMA defer_foreign_keys = ON"
    await connection.execute(text(setting))


@pytest.mark.parametrize("table", METADATA.sorted_tables, ids=str)
async def test_each_column_stores_and_returns_a_value_or_refuses_it_in_every_database(hall: Hall, table: Table) -> None:
    async with hall.database.write() as connection:
        await _ignore_references(connection)
        for column in table.c:
            for value in odd_values(column):
                expected = SQLAlchemyError if _is_refused(column, value) else repr(_returned(column, value))
                assert await _outcome(connection, column, value) == expected, f"{column}: {ascii(value)[:80]}"


def _is_refused(column: Column[Any], value: Any) -> bool:
    kind: Any = column.type
    try:
        _bound(kind)(value)
    except ValueError:
        return True
    return column.table.name == "matches" and column.name == "ply" and value < 0


def _bound(kind: Any) -> Callable[[Any], Any]:
    if isinstance(kind, JSON):
        return json_of
    return kind.process_bind_param if isinstance(kind, (String, Text, Integer, Double)) else lambda value: value


def _returned(column: Column[Any], value: Any) -> Any:
    return value + 0.0 if isinstance(column.type, Double) else value


@given(st.text(st.characters(codec=None)))
@example("\0")
@example("\ud800")
def test_any_text_can_be_made_storable_and_stays_as_it_is_if_it_already_is(words: str) -> None:
    kept = storable(words)
    assert is_storable(kept) and len(kept) == len(words)
    assert (kept == words) is is_storable(words)
    assert Text().process_bind_param(kept) == kept
    assert kept.encode().decode() == kept


@given(st.integers(), st.sampled_from([Integer, BigInteger]))
def test_a_number_is_stored_exactly_if_it_has_no_more_bits_than_its_column(number: int, kind: type[Integer]) -> None:
    fits = -(2 ** (kind.bits - 1)) <= number < 2 ** (kind.bits - 1)
    try:
        assert kind().process_bind_param(number) == number and fits
    except Unstorable:
        assert not fits


def test_a_name_from_discord_is_stored_whatever_characters_it_has() -> None:
    assert Person(1, "A\0da\ud800").as_stored.name == "A\N{REPLACEMENT CHARACTER}da\N{REPLACEMENT CHARACTER}"


async def test_a_value_that_no_column_holds_can_be_looked_for_and_is_not_found(hall: Hall) -> None:
    async with hall.database.read() as connection:
        assert await puzzles.find(connection, SERVER, "x" * 5_000) is None
        assert await people_store.name_of(connection, 2**62) is None


@pytest.mark.parametrize(
    ("words", "is_good"),
    [("\0", False), ("\ud800", False), ("\udfff\ud800", False), ("😀", True), ("\\u0000 \\ud8", True)],
)
def test_text_within_json_is_refused_if_no_database_could_store_it_by_itself(words: str, *, is_good: bool) -> None:
    for value in (words, [words], {"key": words}, {words: 1}, [{"key": ["a", words]}]):
        if is_good:
            assert json_of(value)
        else:
            with pytest.raises(Unstorable):
                json_of(value)
