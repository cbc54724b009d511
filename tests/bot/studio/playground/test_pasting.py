"""Commands sent as a single text."""

from typing import Any

import pytest

from studio.playground.pasting import command_of

PEOPLE = {"Ada": "1", "Ben": "2"}
DAYS = [{"name": "1 day", "value": 1}, {"name": "3 days", "value": 3}]


def option(name: str, kind: str = "string", *choices: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "type": kind, "choices": list(choices)}


def entry(invocation: str, *options: dict[str, Any]) -> dict[str, Any]:
    path = invocation.split()
    return {"commandId": path[0], "path": path, "schemaFingerprint": "schema", "options": list(options)}


COMMANDS = [
    entry("move", option("move"), option("match")),
    entry(
        "play",
        option("game", "string", {"name": "Play Win", "value": "playwin"}),
        option("opponent", "user"),
        option("days", "integer", *DAYS),
    ),
    entry("settings me", option("news", "boolean")),
    entry("settings me all"),
]


@pytest.mark.parametrize(
    ("text", "path", "options"),
    [
        ("/move a1 c6", ["move"], {"move": "a1 c6"}),
        ("/move a1 c6 match:12", ["move"], {"move": "a1 c6", "match": "12"}),
        ("/move move: after a4: c6", ["move"], {"move": "after a4: c6"}),
        ("/play game:play win  opponent:@Ben days:3 days", ["play"], {"game": "playwin", "opponent": "2", "days": "3"}),
        ("/play game:Chess opponent:Zoe", ["play"], {"game": "Chess", "opponent": "Zoe"}),
        ("/play game:play days:3", ["play"], {"game": "playwin", "days": "3"}),
        ("/settings me news:True", ["settings", "me"], {"news": True}),
        ("/settings me all", ["settings", "me", "all"], {}),
    ],
)
def test_a_text_is_a_command_with_its_options(text: str, path: list[str], options: dict[str, Any]) -> None:
    command = command_of(text, COMMANDS, PEOPLE)
    assert command is not None
    assert (command["kind"], command["path"], command["options"]) == ("run_command", path, options)


@pytest.mark.parametrize("text", ["move a1", "/", "/dance", "/moves"])
def test_another_text_is_a_text(text: str) -> None:
    assert command_of(text, COMMANDS, PEOPLE) is None
