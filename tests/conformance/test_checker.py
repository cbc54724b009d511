"""Tests of the checker with a small description."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from simcord.types import HttpLogEntry

from tests.conformance import VARIABLE, check
from tests.conformance.checker import Conformance


def _body(schema: dict[str, Any], *, required: bool = True) -> dict[str, Any]:
    return {"requestBody": {"required": required, "content": {"application/json": {"schema": schema}}}}


def _component(kind: int, **properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"type": {"type": "integer", "enum": [kind]}, **properties},
        "required": ["type", *properties],
    }


_COMPONENTS: dict[str, Any] = {
    "type": "array",
    "items": {"oneOf": [{"$ref": "#/components/schemas/Row"}, {"$ref": "#/components/schemas/Text"}]},
    "maxItems": 3,
}
_SCHEMAS: dict[str, Any] = {
    "Text": _component(10, content={"type": "string", "maxLength": 5}),
    "Row": _component(1, components=_COMPONENTS),
    "Snowflake": {"type": "string", "pattern": "^(0|[1-9][0-9]*)$", "format": "snowflake"},
    "Style": {"type": "integer", "oneOf": [{"title": "BLUE", "const": 1}, {"title": "GREY", "const": 2}]},
    "Message": {
        "type": "object",
        "properties": {
            "components": _COMPONENTS,
            "reply_to": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Snowflake"}]},
            "style": {"$ref": "#/components/schemas/Style"},
            "nonce": {"anyOf": [{"type": "integer"}, {"type": "string", "maxLength": 4}, {"type": "null"}]},
            "kind": {"type": "string", "enum": ["a", "b"], "allOf": [{"oneOf": [{"const": "a"}, {"const": "b"}]}]},
        },
    },
}
_DESCRIPTION: dict[str, Any] = {
    "openapi": "3.1.0",
    "paths": {
        "/channels/{channel_id}/messages": {
            "parameters": [],
            "get": {},
            "post": _body({"$ref": "#/components/schemas/Message"}),
        },
        "/hooks/{id}/messages/{message_id}": {"patch": _body({"type": "object", "required": ["by_id"]})},
        "/hooks/{id}/messages/@original": {"patch": _body({"type": "object", "required": ["original"]})},
        "/pictures": {"post": {"requestBody": {"required": True, "content": {"multipart/form-data": {}}}}},
        "/notes": {"post": _body({"type": "string"}, required=False)},
    },
    "components": {"schemas": _SCHEMAS},
}
_POST = "POST /channels/1/messages"


@pytest.fixture
def conformance() -> Conformance:
    return Conformance(_DESCRIPTION)


def _problems(conformance: Conformance, body: object) -> list[str]:
    return conformance.problems("POST", "/channels/1/messages", body)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"components": [{"type": 1, "components": [{"type": 10, "content": "hello"}]}]},
        {"reply_to": None},
        {"reply_to": "123"},
        {"style": 2},
        {"nonce": 7},
        {"nonce": "abcd"},
        {"nonce": None},
        {"kind": "b"},
        {"not described": 1},
    ],
)
def test_a_body_that_fits_has_no_problems(conformance: Conformance, body: object) -> None:
    assert _problems(conformance, body) == []


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ([], "[] is not of type 'object'"),
        ({"components": "x"}, "components: 'x' is not of type 'array'"),
        ({"components": ["x"]}, "components/0: 'x' is not of type 'object'"),
        ({"style": 3}, "style: 3 is not one of 1, 2"),
        ({"reply_to": "x1"}, "reply_to: 'x1' does not match '^(0|[1-9][0-9]*)$'"),
        ({"nonce": "abcde"}, "nonce: 'abcde' is too long (the limit is 4)"),
        ({"kind": "c"}, "kind: 'c' is not one of ['a', 'b']"),
    ],
)
def test_a_body_that_does_not_fit_has_one_problem(conformance: Conformance, body: object, problem: str) -> None:
    assert _problems(conformance, body) == [f"{_POST}: {problem}"]


def test_a_component_of_a_type_not_allowed_there_is_named_by_its_place(conformance: Conformance) -> None:
    body = {"components": [{"type": 1, "components": [{"type": 99}]}]}
    assert _problems(conformance, body) == [f"{_POST}: components/0/components/0/type: 99 is not one of 1, 10"]


def test_a_component_is_judged_as_what_its_type_says(conformance: Conformance) -> None:
    body = {"components": [{"type": 10, "content": "too long"}, {"type": 1}]}
    assert _problems(conformance, body) == [
        f"{_POST}: components/0/content: 'too long' is too long (the limit is 5)",
        f"{_POST}: components/1: 'components' is a required property",
    ]


def test_a_snowflake_may_be_a_number(conformance: Conformance) -> None:
    assert _problems(conformance, {"reply_to": 123}) == []
    assert _problems(conformance, {"reply_to": -123}) == [f"{_POST}: reply_to: -123 is not of type 'string'"]


def test_a_long_value_is_cut_short_in_the_problem(conformance: Conformance) -> None:
    [problem] = _problems(conformance, {"components": [{"type": 10, "content": "long" * 1000}]})
    assert len(problem) < 300
    assert problem.endswith("is too long (the limit is 5)")


def test_a_literal_path_comes_before_a_varying_one(conformance: Conformance) -> None:
    assert conformance.problems("PATCH", "/hooks/1/messages/@original", {"original": 1}) == []
    assert conformance.problems("PATCH", "/hooks/1/messages/2", {"by_id": 1}) == []


@pytest.mark.parametrize(("method", "path"), [("POST", "/nowhere"), ("PUT", "/channels/1/messages"), ("GET", "/")])
def test_an_unknown_route_is_a_problem(conformance: Conformance, method: str, path: str) -> None:
    assert conformance.problems(method, path, None) == [f"{method} {path}: the description has no such route"]


def test_a_required_body_may_not_be_missing(conformance: Conformance) -> None:
    assert _problems(conformance, None) == [f"{_POST}: a body is required"]
    assert conformance.problems("POST", "/notes", None) == []


def test_a_route_that_takes_no_json_is_known_but_its_body_is_not_judged(conformance: Conformance) -> None:
    assert conformance.problems("get", "/channels/1/messages", None) == []
    assert conformance.problems("POST", "/pictures", {"name": "board"}) == []


@dataclass(frozen=True, slots=True)
class _Recording:
    http_requests: Sequence[HttpLogEntry]


@pytest.fixture
def bad_recording() -> _Recording:
    requests = [("/channels/1/messages", {"style": 3}), ("/channels/1/messages", {"style": 1}), ("/nowhere", None)]
    return _Recording([HttpLogEntry("POST", path, {}, body, None) for path, body in requests])


def test_check_names_every_problem_of_a_recording(
    bad_recording: _Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "description.json"
    path.write_text(json.dumps(_DESCRIPTION), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(path))
    with pytest.raises(AssertionError) as raised:
        check(bad_recording)
    assert str(raised.value).splitlines()[1:] == [
        f"{_POST}: style: 3 is not one of 1, 2",
        "POST /nowhere: the description has no such route",
    ]


def test_check_does_nothing_without_a_description(bad_recording: _Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    check(bad_recording)
