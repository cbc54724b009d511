"""A parser for commands that are pasted, or typed without using suggestions, as a single text."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Entry = Mapping[str, Any]
"""A command, or one of its options, as SimCord describes it to a page."""


def command_of(text: str, commands: Sequence[Entry], people: Mapping[str, str]) -> Mapping[str, Any] | None:
    """The payload that asks SimCord to run the command in a text; None if the text is not a command.

    Options are written `name:value`; any text before the first of them is the value of the command's first option.
    `people` are the IDs of people by name.
    """
    if not text.startswith("/"):
        return None
    words = text[1:].split()
    fitting = [entry for entry in commands if words[: len(entry["path"])] == entry["path"]]
    if not fitting:
        return None
    command = max(fitting, key=lambda entry: len(entry["path"]))
    return {
        "kind": "run_command",
        "command_id": command["commandId"],
        "path": command["path"],
        "schema_fingerprint": command["schemaFingerprint"],
        "options": dict(_values(" ".join(words[len(command["path"]) :]), command["options"], people)),
    }


def _values(text: str, options: Sequence[Entry], people: Mapping[str, str]) -> Iterable[tuple[str, Any]]:
    """The options in a text, with their values."""
    by_name = {option["name"]: option for option in options}
    names = "|".join(map(re.escape, by_name))
    first, *rest = re.split(rf"(?:^|\s)({names}):", text) if by_name else [text]
    if first.strip() and options:
        yield options[0]["name"], _value(first.strip(), options[0], people)
    for name, value in zip(rest[::2], rest[1::2], strict=True):
        yield name, _value(value.strip(), by_name[name], people)


def _value(text: str, option: Entry, people: Mapping[str, str]) -> Any:
    """SimCord's value for a value in words; the text itself if there is none."""
    if option["type"] in ("user", "mentionable"):
        return people.get(text.removeprefix("@"), text)
    if option["type"] == "boolean":
        return text.casefold() == "true"
    wanted = text.casefold()
    choices = sorted(option["choices"], key=lambda choice: choice["name"].casefold() != wanted)
    fitting = [choice["value"] for choice in choices if choice["name"].casefold().startswith(wanted)]
    return text if not fitting else fitting[0] if option["type"] == "string" else str(fitting[0])
