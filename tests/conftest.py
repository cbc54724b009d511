"""What holds for all tests: a machine that is busy with something else makes none of them fail."""

from hypothesis import settings

settings.register_profile("furlong", deadline=None)
settings.load_profile("furlong")
