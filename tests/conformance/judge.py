"""A judge of REST requests by the limits that Discord documents, or is known to have.

Unlike `checker`, it needs no description from outside, and it knows what such a description cannot say: sums,
references between files and components, and what depends on several requests. Its numbers are its own: a test that
shared them with the bot would not notice a wrong one. Times (ends of tokens, rates, edits of old messages) belong to
the simulated Discord, which refuses what comes too late or too fast.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from tests.conformance import commands, components, interactions, messages, places
from tests.conformance.messages import Kind, Message
from tests.conformance.recorder import Recording, Request
from tests.conformance.rule import Rule, Violation, items, part_of

RULES: Final[tuple[Rule[Any], ...]] = tuple(
    rule
    for table in (
        components.TABLE,
        messages.TABLE,
        interactions.ANSWERS,
        interactions.MODALS,
        commands.CHOICES,
        commands.SETS,
        commands.COMMANDS,
        places.CHANNELS,
        places.EMOJIS,
        places.LISTS,
        interactions.SEQUENCES,
    )
    for rule in table.rules
)
"""All rules."""


def judged(recording: Recording) -> Iterator[Violation]:
    """What Discord would object to in the requests, each with its method and path, in order."""
    for request in recording.requests:
        for violation in _violations(request):
            yield Violation(violation.rule, f"{request.method} {request.path}: {violation.text}")
    yield from interactions.SEQUENCES.violations(recording)


def check(recordings: Iterable[Recording]) -> None:
    """Raise AssertionError with every problem of the recorded requests."""
    found = [violation for recording in recordings for violation in judged(recording)]
    problems = [f"{one.text} ({one.rule})" for one in found]
    if problems:
        raise AssertionError("Discord would refuse or spoil what was sent:\n" + "\n".join(dict.fromkeys(problems)))


def _violations(request: Request) -> Iterator[Violation]:
    route = f"{request.method} {request.path}"
    for pattern, judge in _ROUTES.items():
        if re.fullmatch(pattern, route):
            yield from judge(request)
            return


def _message(kind: Kind) -> Callable[[Request], Iterator[Violation]]:
    def judge(request: Request) -> Iterator[Violation]:
        return messages.violations(Message(kind, request.fields, request.uploads))

    return judge


def _answer(request: Request) -> Iterator[Violation]:
    answer, data = request.fields, part_of(request.fields, "data")
    yield from interactions.ANSWERS.violations(answer)
    match answer.get("type"):
        case interactions.MESSAGE:
            yield from messages.violations(Message(Kind.ANSWER, data, request.uploads))
        case interactions.UPDATE:
            yield from messages.violations(Message(Kind.UPDATE, data, request.uploads))
        case interactions.SUGGESTIONS:
            yield from commands.CHOICES.violations(items(data, "choices"))
        case interactions.MODAL:
            yield from interactions.MODALS.violations(data)
            for field in interactions.fields_of(data):
                yield from components.violations(field)
        case _:
            pass


def _commands(request: Request) -> Iterator[Violation]:
    yield from commands.SETS.violations(request.things)
    for command in request.things:
        yield from commands.COMMANDS.violations(command, place=str(command.get("name")))


def _channel(request: Request) -> Iterator[Violation]:
    yield from places.CHANNELS.violations(request.fields)
    if "message" in request.fields:
        message = Message(Kind.POST, part_of(request.fields, "message"), request.uploads)
        yield from messages.violations(message, place="message")


def _list(request: Request) -> Iterator[Violation]:
    return places.LISTS.violations(request.query)


def _emoji(request: Request) -> Iterator[Violation]:
    return places.EMOJIS.violations(request.fields)


_ROUTES: Final[Mapping[str, Callable[[Request], Iterator[Violation]]]] = {
    r"POST /channels/\d+/messages": _message(Kind.POST),
    r"PATCH /channels/\d+/messages/\d+": _message(Kind.EDIT),
    r"POST /webhooks/\d+/[^/]+": _message(Kind.FOLLOW_UP),
    r"PATCH /webhooks/\d+/[^/]+/messages/[^/]+": _message(Kind.EDIT),
    r"POST /interactions/\d+/[^/]+/callback": _answer,
    r"(PUT|POST|PATCH) /applications/\d+/(guilds/\d+/)?commands(/\d+)?": _commands,
    r"(POST|PATCH) /applications/\d+/emojis(/\d+)?": _emoji,
    r"POST /channels/\d+(/messages/\d+)?/threads": _channel,
    r"PATCH /channels/\d+": _channel,
    r"POST /guilds/\d+/channels": _channel,
    r"GET /channels/\d+/messages": _list,
}
