"""What holds for all tests: a machine that is busy with something else makes none of them fail."""

import gc

from hypothesis import settings

from tests.rules.playouts import of_a_thousand

settings.register_profile("furlong", deadline=None, max_examples=max(15, of_a_thousand(100)))
settings.load_profile("furlong")


def pytest_configure() -> None:
    """While tests are collected, all that is made stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Keep what was imported out of every later garbage collection, which comes less often: no test runs for long."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 20)
