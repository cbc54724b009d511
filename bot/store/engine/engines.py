"""Engines whose errors say what went wrong and nothing of the values: no plan, and no secret, may get into a log."""

import re
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.engine import URL, ExceptionContext
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

_DETAIL: Final = re.compile(r"\n(?:DETAIL|HINT): .*", re.DOTALL)
_ARGUMENT: Final = re.compile(r"(query argument \$\d+): .*", re.DOTALL)


def engine_for(address: str | URL, **options: Any) -> AsyncEngine:
    """An engine for an address with the driver; raises what SQLAlchemy raises for one that will not do."""
    engine = create_async_engine(address, hide_parameters=True, **options)
    event.listen(engine.sync_engine, "handle_error", _leave_out_values)
    return engine


def _leave_out_values(context: ExceptionContext) -> None:
    """SQLAlchemy hides the values that it was given; PostgreSQL and its driver tell some of them in their own words."""
    from_driver: Any = context.original_exception.__cause__
    if getattr(from_driver, "detail", None) is not None:
        from_driver.detail = None
    for error in (context.sqlalchemy_exception, context.original_exception, from_driver):
        if error is not None:
            error.args = tuple(_without_values(argument) for argument in error.args)


def _without_values(argument: object) -> object:
    if not isinstance(argument, str):
        return argument
    return _ARGUMENT.sub(r"\1 does not fit", _DETAIL.sub("", argument))
