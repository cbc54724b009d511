"""The function that the sentences of all themes are registered with."""

from functools import singledispatch


@singledispatch
def sentence(_error: BaseException) -> str | None:
    """What a person should understand of an error; None of one that nobody should see."""
    return None
