"""Tests of the checker with Discord's own description: bodies as discord.py sends them, and spoilt copies of them."""

import os
from typing import Any

import pytest

from tests.conformance import VARIABLE, description
from tests.conformance.checker import Conformance

pytestmark = pytest.mark.skipif(not os.environ.get(VARIABLE), reason=f"{VARIABLE} does not name the description")


@pytest.fixture
def conformance() -> Conformance:
    return description(os.environ[VARIABLE])


def _board(button: dict[str, Any]) -> dict[str, Any]:
    """A message with a picture, a row of buttons and a row with a select menu."""
    choices = {"type": 3, "custom_id": "pick", "options": [{"label": "a4", "value": "a4", "description": "3 moves"}]}
    picture = {"media": {"url": "attachment://board.png"}, "spoiler": False, "description": "The board"}
    container = {
        "type": 17,
        "accent_color": 3364215,
        "spoiler": False,
        "components": [
            {"type": 10, "content": "Ada is to move"},
            {"type": 12, "items": [picture]},
            {"type": 14, "divider": True, "spacing": 1},
            {"type": 1, "components": [button]},
            {"type": 1, "components": [choices]},
        ],
    }
    return {
        "content": None,
        "components": [container],
        "tts": False,
        "flags": 32768,
        "nonce": "9722398672755128511",
        "enforce_nonce": True,
        "allowed_mentions": {"parse": [], "users": [1456074443980800014], "replied_user": False},
        "attachments": [{"id": 0, "filename": "board.png", "description": "The board"}],
    }


_BUTTON: dict[str, Any] = {"type": 2, "style": 1, "label": "Move", "custom_id": "move:1:0", "disabled": False}
_COMMAND: dict[str, Any] = {
    "name": "move",
    "description": "Play a move",
    "type": 1,
    "options": [
        {"type": 3, "name": "move", "description": "Such as a4<c4", "required": True, "autocomplete": True},
        {"type": 4, "name": "days", "description": "Days for a move", "required": False, "min_value": 1},
    ],
    "nsfw": False,
    "dm_permission": True,
    "default_member_permissions": None,
}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/applications/1/commands", [_COMMAND]),
        ("POST", "/channels/1/messages", _board(_BUTTON)),
        ("PATCH", "/channels/1/messages/2", _board(_BUTTON)),
        ("POST", "/interactions/1/token/callback", {"type": 5, "data": {"flags": 64}}),
        ("POST", "/interactions/1/token/callback", {"type": 6}),
        ("POST", "/interactions/1/token/callback", {"type": 7, "data": _board(_BUTTON)}),
        ("POST", "/interactions/1/token/callback", {"type": 8, "data": {"choices": [{"name": "a", "value": "a4<c4"}]}}),
        ("POST", "/webhooks/1/token", {"components": [{"type": 10, "content": "Your move"}], "flags": 32832}),
        ("PATCH", "/webhooks/1/token/messages/@original", {"content": "Done", "attachments": []}),
        ("POST", "/users/@me/channels", {"recipient_id": 1456074443980800014}),
        ("PUT", "/channels/1/thread-members/2", None),
        ("GET", "/channels/1/messages", None),
    ],
)
def test_requests_of_the_bot_conform(conformance: Conformance, method: str, path: str, body: object) -> None:
    assert conformance.problems(method, path, body) == []


_IN_ROW = "POST /channels/1/messages: components/0/components/3/components/0"


@pytest.mark.parametrize(
    ("spoilt", "place"),
    [
        ({"type": 99}, "type: 99 is not one of 2, 3, 5, 6, 7, 8"),
        ({"style": 9}, "style: 9 is not one of 1, 2, 3, 4, 5, 6"),
        ({"custom_id": ""}, "custom_id: '' should be non-empty"),
        ({"disabled": "no"}, "disabled: 'no' is not of type 'boolean', 'null'"),
    ],
)
def test_a_spoilt_button_is_reported_with_its_place(
    conformance: Conformance, spoilt: dict[str, Any], place: str
) -> None:
    [problem] = conformance.problems("POST", "/channels/1/messages", _board(_BUTTON | spoilt))
    assert problem.startswith(f"{_IN_ROW}/{place}")


def test_a_choice_that_is_too_long_to_complete_is_reported(conformance: Conformance) -> None:
    body = {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": "x"}]}}
    [problem] = conformance.problems("POST", "/interactions/1/token/callback", body)
    assert "data/choices/0/name" in problem
    assert problem.endswith("is too long (the limit is 100)")


def test_a_command_without_a_description_of_its_option_is_reported(conformance: Conformance) -> None:
    command = _COMMAND | {"options": [{"type": 3, "name": "move"}]}
    assert conformance.problems("PUT", "/applications/1/commands", [command]) == [
        "PUT /applications/1/commands: 0/options/0: 'description' is a required property"
    ]


def test_a_route_that_discord_does_not_have_is_reported(conformance: Conformance) -> None:
    assert conformance.problems("POST", "/channels/1/boards", {}) == [
        "POST /channels/1/boards: the description has no such route"
    ]
