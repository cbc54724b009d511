"""Programs for developers: they make what Furlong ships, compare players in the arena, and try the tests."""
