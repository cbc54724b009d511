"""What handlers are: functions from a request to what is to be seen. Those of buttons say which action they are for."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.chat.core.answers import Answer
from bot.chat.core.request import Request
from bot.model.refusals.commands import UnknownButton

Run = Callable[[Request], Awaitable[Answer | None]]
"""Does what is asked for; None if there is nothing to be seen, or nothing more than was sent on the way."""


@dataclass(frozen=True, slots=True)
class Handler:
    """What a press on buttons, menus or modals of one action does.

    It answers privately with a new message, or `in_place` by changing the message of the button. One that `opens_modal`
    answers with a modal, which Discord takes only as the very first answer: nothing is acknowledged before, so it has
    three seconds for all that it does. One that `takes_value` is for menus and modals alone: it is not run without
    anything that was chosen or written, which nobody but a forger sends.
    """

    action: str
    run: Run
    in_place: bool = False
    opens_modal: bool = False
    takes_value: bool = False

    async def answer(self, request: Request) -> Answer | None:
        """What is to be seen after a press. Raises `UnknownButton`, or what the handler raises."""
        if self.takes_value and not request.values:
            raise UnknownButton
        return await self.run(request)


def on_press(
    action: str, *, in_place: bool = False, opens_modal: bool = False, takes_value: bool = False
) -> Callable[[Run], Handler]:
    """Declare what a press of this action does."""

    def declared(run: Run) -> Handler:
        return Handler(action, run, in_place, opens_modal, takes_value)

    return declared


def by_action(handlers: Iterable[Handler]) -> Mapping[str, Handler]:
    """The handler of each action. Raises `ValueError` if two are for the same."""
    found: dict[str, Handler] = {}
    for handler in handlers:
        if handler.action in found:
            raise ValueError(f"two handlers are for the action {handler.action!r}")
        found[handler.action] = handler
    return found
