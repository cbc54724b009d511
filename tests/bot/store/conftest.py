"""What the tests of PostgreSQL alone have in common."""

import pytest

from tests.bot.tables import POSTGRES


@pytest.fixture
def postgres_url(request: pytest.FixtureRequest) -> str:
    """The address of a PostgreSQL database with up-to-date tables; a test that asks for it is skipped without one."""
    if not POSTGRES:
        pytest.skip("FURLONG_TEST_POSTGRES is not set")
    url: str = request.getfixturevalue("migrated_postgres")
    return url
