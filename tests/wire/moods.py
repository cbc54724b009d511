"""Where one Discord differs from another: what it permits and another refuses, each point with a name.

`STRICT` is the documented Discord, with what was reported where the documentation is silent. `KIND` permits what a
careless simulator would. `dataclasses.replace` makes a Discord that differs in a single point.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from simcord.backend import errors, serializers
from simcord.backend.errors import BackendError
from simcord.http import router

from studio.playground import strict
from studio.playground.strict import Request, Rule

_LAUNCH: Final = 12
"""The answer to an interaction that opens the page inside Discord."""

_FORUM: Final = 15
_LOCALIZED: Final = ("name_localizations", "description_localizations")


@dataclass(frozen=True, kw_only=True)
class Mood:
    """What a Discord permits."""

    without: frozenset[Rule] = frozenset()
    """The rules of `studio.playground.strict` that do not hold."""

    lists_shown_files: bool = False
    """Whether `attachments` lists files that a component shows, too."""

    names_shown_files: bool = True
    """Whether a component tells the id of the file that it shows (`media.attachment_id`)."""

    keeps_files: bool = True
    """Whether an edit may show files that it keeps, rather than only those that it uploads."""

    enforces_nonces: bool = True
    """Whether a second message with the same nonce is dropped."""

    requires_tags: bool = False
    """Whether a post in a forum needs a tag."""

    takes_tags: bool = True
    """Whether tags may be added to forums."""

    opens_threads: bool = True
    """Whether threads may be started; a server has at most a thousand active ones."""

    opens_direct_messages: bool = True
    """Whether people can be written to directly."""

    takes_emojis: bool = True
    """Whether emojis of the application can be uploaded."""

    takes_localizations: bool = True
    """Whether commands may have names and descriptions in other languages."""

    launches_activities: bool = True
    """Whether an interaction may be answered by opening the page inside Discord."""

    def check(self, request: Request) -> None:
        """Change a request as this Discord does. Raises `BackendError` if it refuses what the simulator would do."""
        for rule in strict.RULES:
            if rule not in self.without:
                rule(request)
        for is_permitted, refuse in (
            (self.keeps_files, _refuse_kept_files),
            (not self.requires_tags, _refuse_untagged_post),
            (self.takes_tags, _refuse_tags),
            (self.opens_threads, _refuse_thread),
            (self.opens_direct_messages, _refuse_direct_message),
            (self.takes_emojis, _refuse_emoji),
            (self.takes_localizations, _refuse_localizations),
            (self.launches_activities, _refuse_launch),
        ):
            if not is_permitted:
                refuse(request)

    def shape(self, sent: Any) -> None:
        """Change what Discord sends, an answer or an event: its messages look as they do on this Discord."""
        for payload in _objects_in(sent):
            if "components" in payload and "embeds" in payload and not self.lists_shown_files:
                strict.list_other_files(payload)
            if "attachment_id" in payload and not self.names_shown_files:
                del payload["attachment_id"]


STRICT: Final = Mood()
KIND: Final = Mood(without=frozenset(strict.RULES), lists_shown_files=True, enforces_nonces=False)


@dataclass
class MoodyDiscord:
    """A simulated Discord in a mood, which can change."""

    mood: Mood
    _sent: dict[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int], init=False)

    def answer(self, request: Request) -> Any:
        """The answer to a request. Raises `BackendError` for a refusal."""
        self.mood.check(request)
        answered = self._answered_before(request) or _carried_out(request)
        self._note(request, answered)
        strict.name_newest_public_message(request, answered)
        return answered

    def _answered_before(self, request: Request) -> Any:
        """The message that was sent with the same nonce, if there is one."""
        if not self.mood.enforces_nonces or not _nonce_of(request):
            return None
        channel_id = int(request.segments[1])
        known = request.backend.messages.get(channel_id, {}).get(self._sent.get((channel_id, _nonce_of(request)), 0))
        return None if known is None else dict(serializers.message_payload(request.backend, known))

    def _note(self, request: Request, answered: Any) -> None:
        if _nonce_of(request):
            self._sent[int(request.segments[1]), _nonce_of(request)] = int(answered["id"])


def _carried_out(request: Request) -> Any:
    return router.dispatch(
        request.backend, request.method, request.path, json=request.json, params=dict(request.params),
        files=request.files,
    )  # fmt: skip


def _nonce_of(request: Request) -> str:
    """The nonce of a new message, if it is to be enforced."""
    if not _is_new_message(request) or not request.json.get("enforce_nonce"):
        return ""
    return str(request.json.get("nonce") or "")


def _is_new_message(request: Request) -> bool:
    return request.method == "POST" and request.segments[0] == "channels" and request.segments[2:] == ["messages"]


def _refuse_kept_files(request: Request) -> None:
    """As the reported refusal of files that are kept by their id alone."""
    edited = request.edited
    if edited is not None and not request.files and any(request.message.get("attachments") or ()):
        code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
        raise strict.refusal("components.0", code, "The referenced attachment was not found.")


def _refuse_untagged_post(request: Request) -> None:
    """Docs: topics/opcodes-and-status-codes, 40067."""
    is_untagged = _starts_thread(request) and not request.json.get("applied_tags")
    if is_untagged and request.backend.get_channel(int(request.segments[1])).type == _FORUM:
        raise BackendError(400, 40067, "A tag is required to create a forum post in this channel")


def _refuse_tags(request: Request) -> None:
    if request.method == "PATCH" and request.segments[0] == "channels" and "available_tags" in (request.json or {}):
        raise errors.missing_permissions()


def _refuse_thread(request: Request) -> None:
    """Docs: topics/opcodes-and-status-codes, 160006."""
    if _starts_thread(request):
        raise BackendError(400, 160006, "Maximum number of active threads reached")


def _starts_thread(request: Request) -> bool:
    return request.method == "POST" and request.segments[0] == "channels" and request.segments[-1] == "threads"


def _refuse_direct_message(request: Request) -> None:
    """Docs: topics/opcodes-and-status-codes, 50007."""
    if _is_new_message(request) and request.backend.get_channel(int(request.segments[1])).guild_id is None:
        raise errors.cannot_dm_bot()


def _refuse_emoji(request: Request) -> None:
    """Docs: topics/opcodes-and-status-codes, 30008."""
    if request.method == "POST" and request.segments[0] == "applications" and request.segments[-1] == "emojis":
        raise BackendError(400, 30008, "Maximum number of emojis reached (2000)")


def _refuse_localizations(request: Request) -> None:
    are_commands = request.segments[0] == "applications" and "commands" in request.segments
    if are_commands and any(one.get(field) for one in _objects_in(request.json) for field in _LOCALIZED):
        raise strict.refusal("0.name_localizations", "BASE_TYPE_INVALID", "These localizations are refused.")


def _refuse_launch(request: Request) -> None:
    """Docs: interactions/receiving-and-responding, interaction callback type."""
    if request.callback == _LAUNCH:
        raise errors.invalid_form_body("This application has no Activity")


def _objects_in(value: Any) -> Iterator[dict[str, Any]]:
    """All objects in a JSON value."""
    remaining: list[Any] = [value]
    while remaining:
        part = remaining.pop()
        if isinstance(part, dict):
            yield part  # pyright: ignore[reportUnknownVariableType]
            remaining.extend(part.values())  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
        elif isinstance(part, list):
            remaining.extend(part)  # pyright: ignore[reportUnknownArgumentType]
