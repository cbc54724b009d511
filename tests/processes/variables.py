"""The environment variables with which tests make a process of the bot differ from that of a host."""

GATEWAY, CLOCK = "FURLONG_TEST_GATEWAY", "FURLONG_TEST_CLOCK"
PAINTS, PACES = "FURLONG_TEST_PAINTS", "FURLONG_TEST_PACES"
SHOWS = "FURLONG_TEST_SHOWS"
"""The seconds between two looks for what is due; usually one here, and more in production."""

HEARTBEAT_TIMEOUT = "FURLONG_TEST_HEARTBEAT_TIMEOUT"
"""The seconds without a word from the gateway after which it counts as gone; usually sixty."""

VERSIONS = "FURLONG_TEST_VERSIONS"
"""A folder with migrations of a made-up newer version."""

MODULE = "tests.processes.bot"
"""The module that such a process runs. Tests never import it, because it changes how the bot works."""
