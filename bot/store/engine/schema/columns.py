"""What all tables are made with."""

from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import BigInteger, Dialect, Index, MetaData, TypeDecorator, text

_EPOCH: Final = datetime.fromtimestamp(0, UTC)


class Instant(TypeDecorator[datetime]):
    """An aware UTC `datetime`, kept as whole milliseconds so that every database compares it alike."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Milliseconds since 1970, rounded down: what is due at once must not lie in the future."""
        return None if value is None else (value - _EPOCH) // timedelta(milliseconds=1)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """The instant, in UTC."""
        return None if value is None else datetime.fromtimestamp(value / 1000, UTC)


METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def known_index(*columns: str) -> Index:
    """An index of the rows that have a value in the last of these columns."""
    condition = text(f"{columns[-1]} IS NOT NULL")
    return Index(None, *columns, sqlite_where=condition, postgresql_where=condition)
