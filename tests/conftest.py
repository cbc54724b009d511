"""Settings for all tests, so that none fails because the machine is busy."""

import gc

from hypothesis import settings

from tests.rules.playouts import of_a_thousand

settings.register_profile("furlong", deadline=None, max_examples=max(15, of_a_thousand(100)))
settings.load_profile("furlong")


def pytest_configure() -> None:
    """Collect no garbage while tests are collected, because all objects made then stay."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Exempt imported objects from garbage collection, and make it rarer, because no test runs for long."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 20)
