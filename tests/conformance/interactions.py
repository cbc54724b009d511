"""Discord's rules about answers to interactions, and about the order of requests."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import Final

from tests.conformance import components
from tests.conformance.components import Component
from tests.conformance.messages import EPHEMERAL, V2, Kind, Message
from tests.conformance.recorder import Recording, Request
from tests.conformance.rule import Json, Table, count, distinct, items, json_object, length, part_of

PING, COMMAND, PRESS, TYPING, SUBMITTED = range(1, 6)
"""Types of interactions."""

PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, SUGGESTIONS, MODAL, PREMIUM, LAUNCH = 1, 4, 5, 6, 7, 8, 9, 10, 12
"""Types of answers."""

_ANSWERS: Final = (PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, SUGGESTIONS, MODAL, PREMIUM, LAUNCH)
_ALLOWED: Final[Mapping[int, frozenset[int]]] = {
    PING: frozenset({PONG}),
    COMMAND: frozenset({MESSAGE, DEFERRED, MODAL, LAUNCH}),
    PRESS: frozenset({MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL, LAUNCH}),
    TYPING: frozenset({SUGGESTIONS}),
    SUBMITTED: frozenset({MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, LAUNCH}),
}
_PAGE: Final = "docs: interactions/receiving-and-responding"
_MOST_FOLLOW_UPS: Final = 5

ANSWERS: Final = Table[Json]()
"""Rules about a first answer, beside those about the message in it."""

MODALS: Final = Table[Json]()
"""Rules about a modal, beside those about each of its components."""

SEQUENCES: Final = Table[Recording]()
"""Rules about requests of which each may be right alone."""


@ANSWERS.rule(f"{_PAGE}, interaction callback type")
def _type_of_an_answer(answer: Json) -> Iterator[str]:
    if answer.get("type") not in _ANSWERS:
        yield f"type {answer.get('type')!r} of an answer is unknown"


@ANSWERS.rule(f"{_PAGE}, interaction callback data: the only valid flag is EPHEMERAL")
def _flags_of_a_deferred_answer(answer: Json) -> Iterator[str]:
    flags = part_of(answer, "data").get("flags") or 0
    if answer.get("type") == DEFERRED and flags & ~EPHEMERAL:
        yield f"a deferred answer has the flags {flags:#x}"


def fields_of(modal: Json) -> list[Component]:
    """All components of a modal."""
    return list(components.walk(items(modal, "components"), components.MODAL))


@MODALS.rule(f"{_PAGE}, modal")
def _texts_of_a_modal(modal: Json) -> Iterator[str]:
    yield from length("title", modal.get("title") or "", 45, 1)
    yield from length("custom_id", modal.get("custom_id") or "", 100, 1)


@MODALS.rule(f"{_PAGE}, modal")
def _number_of_components_of_a_modal(modal: Json) -> Iterator[str]:
    yield from count("components", modal.get("components"), 5, 1)


@MODALS.rule("docs: components/reference, custom ID")
def _custom_ids_of_a_modal(modal: Json) -> Iterator[str]:
    ids = [one.data.get("custom_id") for one in fields_of(modal)]
    yield from distinct("custom_id", [custom_id for custom_id in ids if custom_id is not None])


@dataclass(frozen=True)
class _Tokens:
    """Requests by the token of their interaction."""

    recording: Recording

    @cached_property
    def requests(self) -> Mapping[str, list[Request]]:
        """The requests that answer, follow up on or edit answers to each interaction, in order."""
        found: dict[str, list[Request]] = {}
        for request in self.recording.requests:
            if token := token_of(request):
                found.setdefault(token, []).append(request)
        return found

    @cached_property
    def interactions(self) -> Mapping[str, Json]:
        """The interactions, as Discord sent them."""
        return {one["token"]: one for one in self.recording.interactions}


def token_of(request: Request) -> str | None:
    """The token of the interaction to which a request belongs, or None."""
    parts = request.path.strip("/").split("/")
    return parts[2] if parts[0] in {"interactions", "webhooks"} and len(parts) > 2 else None


def is_callback(request: Request) -> bool:
    """Whether a request is a first answer to an interaction."""
    return request.method == "POST" and request.path.startswith("/interactions/")


def is_follow_up(request: Request) -> bool:
    """Whether a request is a later answer to an interaction."""
    return request.method == "POST" and request.path.startswith("/webhooks/")


@SEQUENCES.rule(f"{_PAGE}, interaction callback type: what each kind of interaction may be answered with")
def _answer_fits_the_interaction(recording: Recording) -> Iterator[str]:
    tokens = _Tokens(recording)
    for token, requests in tokens.requests.items():
        kind = tokens.interactions.get(token, {}).get("type")
        for request in filter(is_callback, requests):
            answer = request.fields.get("type")
            if kind in _ALLOWED and answer not in _ALLOWED[kind]:
                yield f"{request.method} {request.path}: an interaction of type {kind} is answered with type {answer}"


@SEQUENCES.rule(f"{_PAGE}; documented error 40060: an interaction is answered once")
def _interaction_is_answered_once(recording: Recording) -> Iterator[str]:
    for token, requests in _Tokens(recording).requests.items():
        if len([request for request in requests if is_callback(request) and request.is_taken]) > 1:
            yield f"the interaction {token} is answered more than once"


@SEQUENCES.rule(f"{_PAGE}, followup messages: only after a first answer")
def _first_answer_comes_first(recording: Recording) -> Iterator[str]:
    tokens = _Tokens(recording)
    for token, requests in tokens.requests.items():
        if token in tokens.interactions and not is_callback(requests[0]):
            yield f"{requests[0].method} {requests[0].path}: the interaction is not answered yet"


@SEQUENCES.rule(f"{_PAGE}, create followup message: the first one fills in a deferred answer, as private as that is")
def _privacy_of_a_deferred_answer(recording: Recording) -> Iterator[str]:
    for requests in _Tokens(recording).requests.values():
        taken = [request for request in requests if request.is_taken]
        for deferred, later in pairwise(taken):
            flags = part_of(deferred.fields, "data").get("flags") or 0
            is_first = is_callback(deferred) and deferred.fields.get("type") == DEFERRED and is_follow_up(later)
            if is_first and flags & EPHEMERAL != (later.fields.get("flags") or 0) & EPHEMERAL:
                yield f"{later.method} {later.path}: the deferred answer was {'private' if flags else 'public'}"


@SEQUENCES.rule(f"{_PAGE}, create followup message: if only the user installed the application")
def _number_of_follow_ups(recording: Recording) -> Iterator[str]:
    tokens = _Tokens(recording)
    for token, requests in tokens.requests.items():
        owners = part_of(tokens.interactions.get(token, {}), "authorizing_integration_owners")
        number = len([request for request in requests if is_follow_up(request) and request.is_taken])
        if {str(owner) for owner in owners} == {"1"} and number > _MOST_FOLLOW_UPS:
            yield f"the interaction {token}, for which only a user installed the bot, has {number} follow-ups"


@SEQUENCES.rule("docs: resources/message, allowed mentions object: nobody is notified without a visible mention")
def _notified_people_are_mentioned(recording: Recording) -> Iterator[str]:
    made = [request for request in recording.requests if request.path == "/users/@me/channels"]
    direct = {f"/channels/{json_object(request.answer).get('id')}/messages" for request in made}
    for request in recording.requests:
        if request.path in direct:  # where every message notifies
            continue
        message = part_of(request.fields, "data") if is_callback(request) else request.fields
        text = "\n".join(Message(Kind.POST, message).texts)
        for person in items(part_of(message, "allowed_mentions"), "users"):
            if not re.search(rf"<@!?{person}>", text):
                yield f"{request.method} {request.path}: {person} is to be notified, but not mentioned"


@SEQUENCES.rule("docs: components/reference and resources/message: the flag IS_COMPONENTS_V2 stays")
def _flag_is_not_taken_away(recording: Recording) -> Iterator[str]:
    layouts: set[str] = set()
    for request in recording.requests:
        message = _answered_message(request)
        number = request.path.rsplit("/", 1)[-1]
        if request.method == "PATCH" and number in layouts:
            flags, others = request.fields.get("flags"), (request.fields.get("content"), request.fields.get("embeds"))
            if (flags is not None and not flags & V2) or any(others):
                yield f"PATCH {request.path}: the message has the flag IS_COMPONENTS_V2"
        if (message.get("flags") or 0) & V2:
            layouts.add(str(message["id"]))


def _answered_message(request: Request) -> Json:
    """The message with which Discord answered a request; empty if it did not."""
    answer = json_object(request.answer)
    message = part_of(part_of(answer, "resource"), "message") or part_of(answer, "message") or answer
    return message if "id" in message and "flags" in message else {}


@SEQUENCES.rule("docs: interactions/application-commands: 200 creations a day and server")
def _number_of_created_commands(recording: Recording) -> Iterator[str]:
    created: Counter[str] = Counter()
    for request in recording.requests:
        if request.method in {"PUT", "POST"} and request.path.endswith("/commands"):
            created[request.path] += len(request.things)
    for path, number in created.items():
        if number > 200:
            yield f"{path}: {number} commands are created"


@SEQUENCES.rule("observed: a channel or thread can be renamed about twice in ten minutes")
def _number_of_renamings(recording: Recording) -> Iterator[str]:
    renamings = sorted(
        (request.path, request.at)
        for request in recording.requests
        if request.method == "PATCH" and request.path.startswith("/channels/") and "name" in request.fields
    )
    for path, group in groupby(renamings, key=lambda renaming: renaming[0]):
        times = [at for _, at in group]
        if any(later - earlier < 600 for earlier, later in zip(times, times[2:], strict=False)):
            yield f"{path} is renamed more than twice in ten minutes"
