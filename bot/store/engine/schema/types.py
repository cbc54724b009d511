"""The types of columns: they refuse what only one of the databases would store, so that every value fits in both.

SQLite ignores the length of a text and the size of a number, and takes a zero character; PostgreSQL refuses all three.
An infinite number is null in one of them.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from json import dumps
from math import isfinite
from typing import Any, Final, cast

import sqlalchemy
from sqlalchemy import Dialect, TypeDecorator
from sqlalchemy.sql.operators import OperatorType

from bot.model.texts import is_storable, storable

_EPOCH: Final = datetime.fromtimestamp(0, UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


class Unstorable(ValueError):
    """A value does not fit in a column of both databases; the message says why, without the value."""


class _Checked(TypeDecorator[Any]):
    """A type that checks what is stored, but not what stored values are compared with."""

    impl = sqlalchemy.String
    cache_ok = True

    def coerce_compared_value(self, op: OperatorType | None, value: Any) -> Any:
        """The type of a value in a comparison or calculation with a column: queries may look for any value."""
        return self.impl_instance.coerce_compared_value(op, value)


class String(_Checked):
    """A text of at most `length` characters."""

    impl = sqlalchemy.String
    cache_ok = True

    def __init__(self, length: int) -> None:
        super().__init__(length)
        self.length = length

    def process_bind_param(self, value: str | None, dialect: Dialect | None = None) -> str | None:
        """The text. Raises `Unstorable`."""
        if value is not None and len(value) > self.length:
            raise Unstorable(f"a text of {len(value):,} characters, where {self.length} fit")
        return _checked(value)

    def mended(self, value: str) -> str:
        """The text without what does not fit."""
        return storable(value)[: self.length]


class Text(_Checked):
    """A text of any length."""

    impl = sqlalchemy.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect | None = None) -> str | None:
        """The text. Raises `Unstorable`."""
        return _checked(value)

    def mended(self, value: str) -> str:
        """The text without what does not fit."""
        return storable(value)


def _checked(text: str | None) -> str | None:
    if text is not None and not is_storable(text):
        raise Unstorable("a text with a zero character or half a character")
    return text


class Integer(_Checked):
    """A whole number of 32 bits."""

    impl = sqlalchemy.Integer
    cache_ok = True
    bits = 32

    def process_bind_param(self, value: int | None, dialect: Dialect | None = None) -> int | None:
        """The number. Raises `Unstorable`."""
        if value is not None and not -(1 << self.bits - 1) <= value < 1 << self.bits - 1:
            raise Unstorable(f"a number beyond {self.bits} bits")
        return value


class BigInteger(Integer):
    """A whole number of 64 bits."""

    impl = sqlalchemy.BigInteger
    cache_ok = True
    bits = 64


class Double(_Checked):
    """A finite number."""

    impl = sqlalchemy.Double
    cache_ok = True

    def process_bind_param(self, value: float | None, dialect: Dialect | None = None) -> float | None:
        """The number. Raises `Unstorable`."""
        if value is not None and not isfinite(value):
            raise Unstorable("a number that is not finite")
        return None if value is None else value + 0.0  # without the sign of zero, which SQLite drops


class Instant(TypeDecorator[datetime]):
    """An aware UTC `datetime`, stored as whole milliseconds so that every database compares it alike."""

    impl = sqlalchemy.BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect | None = None) -> int | None:
        """Milliseconds since 1970, rounded down, because work that is due now must not lie in the future."""
        return None if value is None else (value - _EPOCH) // _MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect | None = None) -> datetime | None:
        """The instant, in UTC. Raises OverflowError for one that no year has."""
        return None if value is None else _EPOCH + value * _MILLISECOND


def json_of(value: Any) -> str:
    """The JSON of a value for a column of the type `JSON`. Raises `Unstorable`."""
    text = dumps(value, allow_nan=False)
    if "\\u0000" in text or "\\ud" in text:  # perhaps: it may also be half of a whole character, or a written backslash
        _check_within(value)
    return text


def _check_within(value: Any) -> None:
    if isinstance(value, str):
        _checked(value)
    elif isinstance(value, Mapping):
        for inner in cast(Mapping[str, Any], value).items():
            _check_within(inner)
    elif isinstance(value, Sequence):
        for inner in cast(Sequence[Any], value):
            _check_within(inner)


def fault_in(kind: object, value: Any) -> str | None:
    """Why a value, as a driver returns it, does not fit in a column of both databases; None if it does."""
    try:
        if isinstance(kind, (String, Text, Integer, Double)):
            kind.process_bind_param(value)
        elif isinstance(kind, Instant):
            kind.process_result_value(value)
    except Unstorable as error:
        return str(error)
    except OverflowError:
        return "a time that is in no year"
    except TypeError:
        return f"a value of another kind ({type(value).__name__})"
    return None
