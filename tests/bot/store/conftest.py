"""Fixtures for the tests of PostgreSQL."""

import pytest

from tests.bot.quick_postgres import SharedTables
from tests.bot.tables import POSTGRES


@pytest.fixture
def postgres_url(request: pytest.FixtureRequest) -> str:
    """The address of a PostgreSQL database with up-to-date tables; without one, tests that need it are skipped."""
    if not POSTGRES:
        pytest.skip("FURLONG_TEST_POSTGRES is not set")
    shared: SharedTables = request.getfixturevalue("migrated_postgres")
    return shared.url
