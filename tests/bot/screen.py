"""The content of a message as a person sees it: its texts, buttons, menus and pictures."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from discord import Message
from simcord.actors import MemberActor
from simcord.builders import UserHandle
from simcord.results import ResponseMessage

Shown = Message | ResponseMessage
_OPTION = re.compile(
    r"furlong:(?:pick_at|ahead|ballot_pick|try_pick|puzzle_pick|learn_pick):[0-9]+:[0-9]+:(?:[^/]+/[^/]+/)?(?P<stage>[^/]+)"
)
_SHOWN = re.compile(r"furlong:(?:move|text|ballot):(?P<match>[0-9]+):(?P<revision>[0-9]+)")
_WAYS_BACK = ("Back", "Choose again")
_BUTTON, _MENU, _TEXT, _GALLERY, _FILE = 2, 3, 10, 12, 13

AFTERWARDS = ["Rematch", "Text", "Log", "Replay", "Review"]
"""The buttons under a finished match; Verify follows if there were dice."""

MORE_FOR_ALL = ["Log", "Replay", "Rules", "Try moves"]
MORE_FOR_PLAYERS = [*MORE_FOR_ALL, "Plan", "Note", "Draw", "Takeback", "More time", "Pause", "Hand over", "Resign"]
"""The buttons behind More, in a match of two people with a clock."""


def components_of(message: Shown) -> Iterator[dict[str, Any]]:
    """Every component of a message, outermost first, as it was sent to Discord."""
    queue: list[Any] = [
        component if isinstance(component, dict) else component.to_dict() for component in message.components
    ]
    while queue:
        component = queue.pop(0)
        yield component
        beside = [component["accessory"]] if "accessory" in component else []
        queue = [*component.get("components", []), *beside, *queue]


def text_of(message: Shown) -> str:
    """All texts of a message."""
    texts = [message.content, *(item["content"] for item in components_of(message) if item["type"] == _TEXT)]
    return "\n".join(filter(None, texts))


def buttons_of(message: Shown) -> list[str]:
    """The labels of the buttons that can be pressed, except the options of a picker."""
    buttons = [item for item in components_of(message) if item["type"] == _BUTTON and not item.get("disabled")]
    return [item["label"] for item in buttons if _stage_of(item) is None]


def live(messages: Iterable[Message]) -> list[Message]:
    """The messages with buttons, without the board before the last of a match, whose buttons lead to the last."""
    shown = [(message, _SHOWN.search(str([*components_of(message)]))) for message in messages if buttons_of(message)]
    newest: dict[str, int] = {}
    for _message, board in shown:
        if board is not None:
            newest[board["match"]] = max(newest.get(board["match"], 0), int(board["revision"]))
    return [message for message, board in shown if board is None or int(board["revision"]) == newest[board["match"]]]


def _stage_of(item: dict[str, Any]) -> str | None:
    """The stage that a component leads to as an option of a picker; None for any other component."""
    found = None if item.get("label") in _WAYS_BACK else _OPTION.fullmatch(item.get("custom_id", ""))
    return found and found["stage"]


def options_of(message: Shown) -> dict[str, str]:
    """The labels of the buttons that a picker offers as options, by stage."""
    return {stage: item["label"] for item in components_of(message) if (stage := _stage_of(item)) is not None}


def button_id(message: Shown, label: str) -> str:
    """The custom id of a button."""
    return next(item["custom_id"] for item in components_of(message) if item.get("label") == label)


def menus_of(message: Shown) -> dict[str, dict[str, str]]:
    """The values that each menu offers with their labels, by custom id."""
    return {
        item["custom_id"]: {option["value"]: option.get("description", "") for option in item["options"]}
        for item in components_of(message)
        if item["type"] == _MENU
    }


def alt_texts_of(message: Shown) -> list[str]:
    """The descriptions of the pictures."""
    return [
        picture["description"]
        for item in components_of(message)
        if item["type"] == _GALLERY
        for picture in item["items"]
    ]


def picture_of(message: Shown) -> str:
    """The address of the only picture."""
    [address] = pictures_of(message)
    return address


def pictures_of(message: Shown) -> list[str]:
    """The addresses of the pictures."""
    return [
        picture["media"]["url"]
        for item in components_of(message)
        if item["type"] == _GALLERY
        for picture in item["items"]
    ]


def files_of(message: Shown) -> list[str]:
    """The addresses of the files that a message shows."""
    return [item["file"]["url"] for item in components_of(message) if item["type"] == _FILE]


def look_of(message: Shown) -> tuple[Any, ...]:
    """Everything that people see in a message, for comparisons."""
    files = [*pictures_of(message), *files_of(message), *(attachment.url for attachment in message.attachments)]
    return message.id, text_of(message), buttons_of(message), menus_of(message), alt_texts_of(message), files


def option_ids(message: Shown) -> dict[str, str]:
    """The custom id of the menu that offers each value, or of the button if the value is an option of a picker."""
    menus = {value: custom_id for custom_id, values in menus_of(message).items() for value in values}
    items = ((_stage_of(item), item) for item in components_of(message))
    return menus | {stage: item["custom_id"] for stage, item in items if stage is not None}


async def choose_option(who: MemberActor | UserHandle, message: Shown, value: str) -> None:
    """Have a person choose a value from a menu, or press the option of a picker."""
    custom_id = option_ids(message)[value]
    if any(value in offered for offered in menus_of(message).values()):
        await who.select(message, [value], custom_id=custom_id)
    else:
        await who.click(message, custom_id=custom_id)
