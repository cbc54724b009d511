"""Handlers: functions from a request to its answer. Those of buttons declare their action."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.chat.core.answers import Answer
from bot.chat.core.request import Request
from bot.model.refusals.commands import UnknownButton

Run = Callable[[Request], Awaitable[Answer | None]]
"""Does what is requested and returns the answer; None if there is nothing more to show."""


@dataclass(frozen=True, slots=True)
class Handler:
    """The handler of presses on buttons, menus or modals of one action.

    It answers privately with a new message, or `in_place` by changing the message of the button. A handler that
    `opens_modal` answers with a modal, which Discord accepts only as the very first answer: nothing is acknowledged
    before, so it has three seconds for its work. A handler that `takes_value` is for menus and modals only: it does not
    run if nothing was chosen or entered, which only a forged press can bring about.
    """

    action: str
    run: Run
    in_place: bool = False
    opens_modal: bool = False
    takes_value: bool = False

    async def answer(self, request: Request) -> Answer | None:
        """The answer to a press. Raises `UnknownButton`, or what the handler raises."""
        if self.takes_value and not request.values:
            raise UnknownButton
        return await self.run(request)


def on_press(
    action: str, *, in_place: bool = False, opens_modal: bool = False, takes_value: bool = False
) -> Callable[[Run], Handler]:
    """Declare the handler of an action."""

    def declared(run: Run) -> Handler:
        return Handler(action, run, in_place, opens_modal, takes_value)

    return declared


def by_action(handlers: Iterable[Handler]) -> Mapping[str, Handler]:
    """The handler of each action. Raises `ValueError` if an action has two."""
    found: dict[str, Handler] = {}
    for handler in handlers:
        if handler.action in found:
            raise ValueError(f"two handlers are for the action {handler.action!r}")
        found[handler.action] = handler
    return found
