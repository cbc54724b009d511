"""Settings for all tests, so that none fails by chance or because the machine is busy.

Property tests draw the same examples every time. `pytest --hypothesis-profile=searching` draws new ones.
"""

import gc

import pytest
from hypothesis import is_hypothesis_test, settings

from tests.rules.playouts import of_a_thousand

settings.register_profile("furlong", deadline=None, max_examples=max(15, of_a_thousand(100)), derandomize=True)
settings.register_profile("searching", settings.get_profile("furlong"), derandomize=False)
settings.load_profile("furlong")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes what is kept."""
    parser.addoption(
        "--rewrite", action="store_true", help="write transcripts and tables anew instead of comparing them"
    )


def pytest_configure() -> None:
    """Collect no garbage while tests are collected, because all objects made then stay."""
    gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests whose thoroughness `FURLONG_RANDOM_GAMES` sets: sweeps run them again, with many more games."""
    for item in items:
        if isinstance(item, pytest.Function) and (
            is_hypothesis_test(item.obj) or vars(item.module).keys() & {"RANDOM_GAMES", "of_a_thousand", "sample"}
        ):
            item.add_marker("random")


def pytest_collection_finish() -> None:
    """Exempt imported objects from garbage collection, and make it rarer, because no test runs for long."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 20)
