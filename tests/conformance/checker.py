"""The check of REST requests against an OpenAPI 3.1 description, such as the one that Discord publishes.

The description is read as Discord means it rather than literally:

- its `oneOf` and `anyOf` are unions whose alternatives differ by their `type`, so only the alternative that a component
  names is checked, and a problem is reported inside it;
- a snowflake may be a number: the description shows the strings with which Discord answers, but Discord accepts both,
  and discord.py sends numbers;
- of the content types that a route accepts, the JSON one is checked; if there are files, discord.py wraps the same body.

`format`, query parameters and the contents of files are not checked.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol, Self, cast
from urllib.parse import unquote

from jsonschema import Draft202012Validator, ValidationError, validators

Schema = dict[str, Any]

_METHODS: Final = frozenset({"get", "put", "post", "delete", "patch"})
_LIMITS: Final = frozenset({"maxLength", "minLength", "maxItems"})
_LONGEST_MESSAGE: Final = 160


class Validator(Protocol):
    """The required parts of jsonschema's validators, some of which its own protocol lacks."""

    def iter_errors(self, instance: Any) -> Iterator[ValidationError]:
        """The objections of the validator's own schema."""
        ...

    def descend(self, instance: Any, schema: Schema) -> Iterator[ValidationError]:
        """The objections of another schema."""
        ...

    def is_type(self, instance: Any, kind: str, /) -> bool:
        """Whether the instance has a JSON type, such as "integer" (which true and false are not)."""
        ...


Keyword = Callable[[Validator, Any, Any, Schema], Iterator[ValidationError]]


@dataclass(frozen=True, slots=True)
class Operation:
    """The description of one method on one path.

    `segments` are the parts of the path, with None for variable ones. `validator` is None if the description has no
    JSON body; `body_required` says that a request without one is wrong.
    """

    segments: tuple[str | None, ...]
    validator: Validator | None
    body_required: bool

    def fits(self, segments: Sequence[str]) -> bool:
        """Whether a request's path, of the same length, belongs to this operation."""
        return all(mine is None or mine == theirs for mine, theirs in zip(self.segments, segments, strict=True))


class Conformance:
    """An OpenAPI description against which requests can be checked."""

    def __init__(self, description: Schema) -> None:
        """Take a parsed description, in which references must be local (`#/…`)."""
        self._operations: dict[tuple[str, int], list[Operation]] = {}
        validator_of = _reader(description)
        for path, item in description["paths"].items():
            for method in _METHODS & item.keys():
                operation = _operation(path, item[method], validator_of)
                self._operations.setdefault((method.upper(), len(operation.segments)), []).append(operation)
        for alternatives in self._operations.values():
            # A literal segment is better than a variable one: …/messages/@original comes before
            # …/messages/{message_id}.
            alternatives.sort(key=lambda operation: operation.segments.count(None))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read the description from a JSON file. Raises OSError or ValueError if that fails."""
        return cls(json.loads(Path(path).read_text(encoding="utf-8")))

    def problems(self, method: str, path: str, body: object) -> list[str]:
        """The objections of the description to a request, one per line; empty if there are none.

        `path` is the path below the API's root, `body` the parsed JSON body or None.
        """
        operation = self._find(method.upper(), path)
        request = f"{method.upper()} {path}"
        if operation is None:
            return [f"{request}: the description has no such route"]
        if body is None:
            return [f"{request}: a body is required"] if operation.body_required else []
        if operation.validator is None:
            return []
        return [f"{request}: {line}" for line in _lines(operation.validator.iter_errors(body))]

    def _find(self, method: str, path: str) -> Operation | None:
        segments = path.strip("/").split("/")
        alternatives = self._operations.get((method, len(segments)), ())
        return next((operation for operation in alternatives if operation.fits(segments)), None)


def _operation(path: str, described: Schema, validator_of: Callable[[Schema], Validator]) -> Operation:
    request_body: Schema = described.get("requestBody", {})
    content = request_body.get("content", {}).get("application/json")
    return Operation(
        segments=tuple(None if part.startswith("{") else part for part in path.strip("/").split("/")),
        validator=None if content is None else validator_of(content["schema"]),
        body_required=content is not None and request_body.get("required", False),
    )


def _lines(errors: Iterable[ValidationError]) -> Iterator[str]:
    seen: set[str] = set()
    for error in errors:
        location = "/".join(str(step) for step in error.absolute_path)
        line = f"{location}: {_message(error)}" if location else _message(error)
        # A scalar with two faults is one problem: the description lists the values of an enum twice.
        key = line if isinstance(error.instance, (dict, list)) else location
        if key not in seen:
            seen.add(key)
            yield line


def _message(error: ValidationError) -> str:
    message = error.message
    if len(message) > _LONGEST_MESSAGE:
        half = _LONGEST_MESSAGE // 2
        message = f"{message[:half]} … {message[-half:]}"
    return f"{message} (the limit is {error.validator_value})" if error.validator in _LIMITS else message


def _reader(description: Schema) -> Callable[[Schema], Validator]:
    """The class of validators for schemas inside `description`, which read them as the top of this module says."""

    @cache
    def target(reference: str) -> Schema:
        found: Any = description
        for step in reference.removeprefix("#/").split("/"):
            found = found[unquote(step).replace("~1", "/").replace("~0", "~")]
        return cast("Schema", found)

    def follow(schema: Schema) -> Schema:
        return follow(target(schema["$ref"])) if "$ref" in schema else schema

    def reference(validator: Validator, name: str, instance: Any, _: Schema) -> Iterator[ValidationError]:
        yield from validator.descend(instance, target(name))

    right: set[tuple[int, str]] = set()

    def union(validator: Validator, branches: list[Schema], instance: Any, _: Schema) -> Iterator[ValidationError]:
        # Most buttons and embeds are those of an earlier request, and every validator holds the same lists of branches.
        key = (id(branches), json.dumps(instance))
        if key in right:
            return
        errors = list(_union(validator, [follow(branch) for branch in branches], instance))
        if not errors:
            right.add(key)
        yield from errors

    keywords: dict[str, Keyword] = {"$ref": reference, "oneOf": union, "anyOf": union, "type": _type}
    # The type stubs of jsonschema leave `extend` without types.
    return cast("Any", validators).extend(Draft202012Validator, keywords)


def _type(validator: Validator, types: Any, instance: Any, schema: Schema) -> Iterator[ValidationError]:
    if schema.get("format") == "snowflake" and validator.is_type(instance, "integer") and instance >= 0:
        return
    yield from Draft202012Validator.VALIDATORS["type"](validator, types, instance, schema) or ()


def _union(validator: Validator, branches: list[Schema], instance: Any) -> Iterator[ValidationError]:
    if all("const" in branch for branch in branches):
        yield from _constants(branches, instance)
        return
    candidates = [branch for branch in branches if branch.get("type") != "null"] or branches
    if instance is None and len(candidates) < len(branches):
        return
    if isinstance(instance, dict) and all(_kinds(branch) for branch in candidates):
        kind = cast("dict[str, Any]", instance).get("type")
        kinds = [other for branch in candidates for other in _kinds(branch)]
        candidates = [branch for branch in candidates if kind in _kinds(branch)]
        if not candidates:
            yield ValidationError(_not_one_of(kind, kinds), path=["type"])
            return
    attempts = [list(validator.descend(instance, branch)) for branch in candidates]
    yield from min(attempts, key=_distance)


def _distance(errors: list[ValidationError]) -> tuple[bool, int]:
    """How badly an alternative fits: zero errors is best, then those of the right type."""
    return any(error.validator == "type" and not error.path for error in errors), len(errors)


def _constants(branches: list[Schema], instance: Any) -> Iterator[ValidationError]:
    constants = [branch["const"] for branch in branches]
    if instance not in constants:
        yield ValidationError(_not_one_of(instance, constants))


def _kinds(branch: Schema) -> list[Any]:
    return branch.get("properties", {}).get("type", {}).get("enum", [])


def _not_one_of(instance: Any, allowed: list[Any]) -> str:
    return f"{instance!r} is not one of {', '.join(str(value) for value in sorted(allowed))}"
