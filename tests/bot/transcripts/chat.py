"""What happens in the simulated Discord, as paragraphs of a transcript."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from io import BytesIO
from itertools import takewhile
from typing import Any, Final, cast

from PIL import Image
from simcord.backend.models import Message
from simcord.env import Env

import render
from tests.bot.transcripts.page import read
from tests.bot.transcripts.script import Script, changed
from tests.bot.world import PaintedPictures

_Json = Mapping[str, Any]

_BUTTON, _MENU, _INPUT, _TEXT, _GALLERY, _FILE, _SEPARATOR, _LABEL = 2, 3, 4, 10, 12, 13, 14, 18
_MENUS: Final = {_MENU: "menu", 21: "one of", 22: "any of"}
_PICKERS: Final = {5: "people", 6: "roles", 7: "people and roles", 8: "channels"}
_STYLES: Final = {1: "!", 2: "", 3: " ✓", 4: " ✗", 5: " ↗"}
"""What stands behind the label of a button: primary, secondary, success, danger, a link."""

_COMMAND, _PRESS, _SUGGESTION, _SUBMISSION = 2, 3, 4, 5
_CALLBACK_SUGGESTIONS, _CALLBACK_WINDOW = 8, 9
_SILENT, _THINKS = 1 << 12, 1 << 7  # flags of messages
_OPTION, _CHOSEN = "  - ", "  • "
_OPTIONS: Final = (_OPTION, _CHOSEN)
_USUAL_SCENE: Final = render.Scene()


class _Watched(list[Any]):
    """A list that tells of what is added to it."""

    def __init__(self, told: Callable[[Any], None]) -> None:
        super().__init__()
        self._told = told

    def append(self, item: Any, /) -> None:
        super().append(item)
        self._told(item)


@dataclass
class Chat:
    """Writes what people do in a simulated Discord, and what the bot sends there, into a script."""

    env: Env
    canvas: PaintedPictures
    script: Script
    _shown: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    _numbers: dict[int, int] = field(default_factory=dict[int, int])
    _thinks: set[int] = field(default_factory=set[int])
    _listed: set[tuple[str, ...]] = field(default_factory=set[tuple[str, ...]])

    def follow(self) -> None:
        """Write down everything from now on."""
        backend: Any = self.env.backend
        backend.transcript = _Watched(self._happened)
        for name, tell in (("commit_message", self._posted), ("edit_message", self._edited)):
            setattr(backend, name, self._told_after(getattr(backend, name), tell))
        delete = backend.delete_message

        def deleted(channel_id: int, message_id: int) -> None:
            delete(channel_id, message_id)
            self.script.note(f"Furlong deletes {self._message(message_id)}.")

        backend.delete_message = deleted

    def name(self, number: int) -> str | None:
        """What transcripts call a person, a channel, a server or a message."""
        backend = self.env.backend
        if number in backend.users:
            user = backend.users[number]
            return "Furlong" if user is backend.bot_user else user.name
        if number in backend.channels:
            return f"#{backend.channels[number].name}"
        if number in backend.guilds:
            return backend.guilds[number].name
        return f"({self._numbers[number]})" if number in self._numbers else None

    def latest(self) -> Iterable[int]:
        """The ids of all messages, the one that was posted or changed last first."""
        return [*reversed(self._shown)]

    @staticmethod
    def parts(components: Iterable[_Json]) -> Iterator[_Json]:
        """All components of a message, outermost first."""
        return _parts(components)

    # --- what people do ---

    def _happened(self, entry: tuple[str, str, Any]) -> None:
        kind, what, payload = entry
        if kind == "GATEWAY" and what == "INTERACTION_CREATE":
            self._act(payload)
        elif kind == "HTTP":
            method, _, path = what.partition(" ")
            self._requested(method, path, payload or {})

    def _act(self, payload: _Json) -> None:
        data, user = payload["data"], payload.get("user") or payload["member"]["user"]
        who, channel = user["username"], self._place(int(payload["channel_id"]))
        if payload["type"] in (_COMMAND, _SUGGESTION):
            self._command(payload["type"], who, channel, data)
        elif payload["type"] == _PRESS:
            message = payload["message"]
            item = next(part for part in _parts(message["components"]) if part.get("custom_id") == data["custom_id"])
            number = self._message(int(message["id"]))
            if data["component_type"] == _BUTTON:
                self.script.note(f"{who} presses {_button(item)} under {number}.")
            else:
                labels = {option["value"]: option["label"] for option in item.get("options") or ()}
                chosen = (f"“{labels.get(value, value)}”" for value in data["values"])
                self.script.note(f"{who} chooses {', '.join(chosen)} under {number}.")
        else:
            entered = (_entered(part) for part in _parts(data["components"]) if "value" in part or "values" in part)
            self.script.note(f"{who} sends the window.", entered)

    def _command(self, kind: int, who: str, channel: str, data: _Json) -> None:
        words, options = [data["name"]], [*(data.get("options") or ())]
        while options and options[0]["type"] in (1, 2):  # a command in a group
            words.append(options[0]["name"])
            options = [*(options[0].get("options") or ())]
        if data.get("target_id"):
            self.script.note(f"{who} opens the menu of {data['target_id']} {channel}: {data['name']}.")
            return
        filled = "".join(f" {option['name']}: {option['value']}" for option in options)
        verb = "begins to type" if kind == _SUGGESTION else "types"
        self.script.note(f"{who} {verb} /{' '.join(words)}{filled} {channel}.")

    # --- what the bot does ---

    def _requested(self, method: str, path: str, body: _Json) -> None:
        kind = body.get("type") if path.endswith("/callback") else None
        if kind == _CALLBACK_WINDOW:
            lines = [line.removeprefix("  ") for line in _lines(body["data"]["components"])]
            self.script.note(f"A window opens: “{body['data']['title']}”", self._without_repeated_menus(lines))
        elif kind == _CALLBACK_SUGGESTIONS:
            choices = body["data"]["choices"]
            self.script.note(
                "It suggests" if choices else "It suggests nothing.", (f"“{one['name']}”" for one in choices)
            )
        elif kind is None and method != "GET" and not _is_about_messages(path):
            told = (f"{name}: {value}" for name, value in body.items() if value not in (None, "", []))
            self.script.note(f"Furlong asks Discord: {method} {path}", told)

    @staticmethod
    def _told_after(work: Callable[..., Message], tell: Callable[[Message], None]) -> Callable[..., Message]:
        @wraps(work)
        def watched(*parts: Any, **options: Any) -> Message:
            message = work(*parts, **options)
            tell(message)
            return message

        return watched

    def _posted(self, message: Message) -> None:
        number = self._numbers.setdefault(message.id, len(self._numbers) + 1)
        if message.flags & _THINKS:
            self._thinks.add(message.id)
            return
        self._tell(number, message)

    def _tell(self, number: int, message: Message) -> None:
        self._shown[message.id] = look = self._look(message)
        shown = self._without_repeated_menus(look)
        metadata, where = message.interaction_metadata, self._place(message.channel_id)
        if message.author_id != self.env.backend.bot_user.id:
            self.script.note(f"{message.author_id} writes {where} ({number}):", shown)
        elif message.is_ephemeral and metadata is not None:
            self.script.note(f"Furlong answers {metadata['user']['username']} alone ({number}):", shown)
        elif metadata is not None:
            self.script.note(f"Furlong answers {metadata['user']['username']} {where} ({number}):", shown)
        else:
            self.script.note(f"Furlong posts {where} ({number}):", shown)

    def _edited(self, message: Message) -> None:
        if message.id in self._thinks:
            self._thinks.remove(message.id)
            self._tell(self._numbers[message.id], message)
            return
        before, after = self._shown.pop(message.id, []), self._look(message)
        self._shown[message.id] = after
        self.script.note(f"Furlong changes {self._message(message.id)}:", changed(before, after) or ["nothing"])

    def _without_repeated_menus(self, lines: Sequence[str]) -> list[str]:
        """The lines of a message in which a menu with options that were listed before has only those chosen."""
        found, rest = list[str](), [*lines]
        while rest:
            found.append(head := rest.pop(0))
            options = [*takewhile(lambda line: line.startswith(_OPTIONS), rest)]
            del rest[: len(options)]
            key = (head, *(line[len(_OPTION) :] for line in options))
            if options and key in self._listed:
                found[-1] += ", as before"
                options = [line for line in options if line.startswith(_CHOSEN)]
            self._listed.add(key)
            found += options
        return found

    def _message(self, number: int) -> str:
        return f"({self._numbers[number]})" if number in self._numbers else "an earlier message"

    def _place(self, channel_id: int) -> str:
        channel = self.env.backend.channels[channel_id]
        owners = [user for user, direct in self.env.backend.dm_channels.items() if direct == channel_id]
        return f"in a direct message with {owners[0]}" if owners else f"in #{channel.name}"

    # --- what there is to see ---

    def _look(self, message: Message) -> list[str]:
        lines = [message.content] if message.content else []
        lines += _lines(message.components)
        lines += [line for embed in message.embeds for line in _pairs(embed)]
        for attachment in message.attachments:
            lines += self._file(attachment)
        if message.flags & _SILENT:
            lines.append("(without a sound)")
        if message.ping_user_ids:
            lines.append(f"(notifies {', '.join(map(str, message.ping_user_ids))})")
        return lines

    def _file(self, attachment: _Json) -> Iterator[str]:
        content = self.env.backend.cdn.get(attachment["url"]) or b""
        try:
            painted = self.canvas.painting(content)
        except KeyError:
            yield from _of_file(attachment["filename"], content)
            return
        scene = painted.scene
        found = {name: getattr(scene, name) for name in _USUAL_SCENE.__dataclass_fields__ if name != "say"}
        told = {name: _brief(value) for name, value in found.items() if value != getattr(_USUAL_SCENE, name)}
        told = {name: value for name, value in told.items() if value.strip(", ")}
        yield f"picture of {painted.position.fen()}"
        yield from (f"  {name}: {value}" for name, value in told.items())


def _of_file(name: str, content: bytes) -> Iterator[str]:
    """A file that is no board: the size of a picture, the lines of a text."""
    if name.endswith((".png", ".webp", ".gif")):
        with Image.open(BytesIO(content)) as picture:
            frames = getattr(picture, "n_frames", 1)
            yield f"file {name}: {picture.width} × {picture.height}" + (f", {frames} frames" if frames > 1 else "")
        return
    text = content.decode()
    lines = read(text).lines if name.endswith(".html") else text.splitlines()
    yield f"file {name}"
    yield from (f"| {line}" for line in lines)


def _is_about_messages(path: str) -> bool:
    """Whether a request is about messages or answers, which are written down as people see them."""
    parts = path.split("/")
    return path.endswith("/callback") or "webhooks" in parts or "messages" in parts


def _brief(value: Any) -> str:
    """A value of a scene; of steps only the moves."""
    if isinstance(value, tuple):
        return ", ".join(str(getattr(item, "move", item)) for item in cast(tuple[Any, ...], value))
    return str(value)


def _parts(components: Iterable[_Json]) -> Iterator[_Json]:
    """All components, outermost first."""
    for item in components:
        yield item
        inner = [*item.get("components", ()), item.get("component"), item.get("accessory")]
        yield from _parts(part for part in inner if part)


def _lines(components: Iterable[_Json]) -> list[str]:
    """Components as they stand, a line for each row of buttons."""
    lines = list[str]()
    for item in components:
        match item["type"]:
            case 1 if all(part["type"] == _BUTTON for part in item["components"]):
                lines.append(" ".join(map(_button, item["components"])))
            case 1 | 17:
                colour = item.get("accent_color")
                lines += [f"▌ #{colour:06x}"] if colour is not None else []
                lines += _lines(item["components"])
            case 9:
                lines += [*_lines(item["components"]), f"    {_lines([item['accessory']])[0]}"]
            case _:
                lines += _single(item)
    return lines


def _single(item: _Json) -> list[str]:
    kind = item["type"]
    if kind == _BUTTON:
        return [_button(item)]
    if kind == _TEXT:
        return [item["content"]]
    if kind == _GALLERY:
        return [f"picture: {one.get('description') or 'no description'}" for one in item["items"]]
    if kind == _FILE:
        return [f"file: {item['file']['url'].rpartition('/')[2]}"]
    if kind == _LABEL:
        described = f" ({item['description']})" if item.get("description") else ""
        return [f"{item['label']}{described}", *(f"  {line}" for line in _single(item["component"]))]
    if kind in _MENUS:
        return _menu(item)
    if kind == _INPUT:
        return [f"text{_bounds(item, 'length')}: {item.get('value') or ''}{_placeholder(item)}".rstrip()]
    if kind in _PICKERS:
        return [f"choice of {_PICKERS[kind]}{_bounds(item, 'values')}{_placeholder(item)}"]
    if kind == _SEPARATOR:
        return ["———"]
    return [f"{name}: {value}" for name, value in item.items()]


def _button(item: _Json) -> str:
    label = f"{_emoji(item)}{item.get('label', '')}".rstrip()
    address = f" {item['url']}" if item.get("url") else ""
    return f"[{label}{_STYLES[item['style']]}{address}{' (off)' if item.get('disabled') else ''}]"


def _emoji(item: _Json) -> str:
    """The emoji in front of a label."""
    return f"{item['emoji'].get('name', '')} " if item.get("emoji") else ""


def _menu(item: _Json) -> list[str]:
    lines = [
        f"{_MENUS[item['type']]}{_bounds(item, 'values')}{' (off)' if item.get('disabled') else ''}{_placeholder(item)}"
    ]
    for option in item["options"]:
        mark, told = _CHOSEN if option.get("default") else _OPTION, option.get("description")
        lines.append(f"{mark}{_emoji(option)}{option['label']}{f' — {told}' if told else ''}")
    return lines


def _bounds(item: _Json, of: str) -> str:
    least, most = item.get(f"min_{of}"), item.get(f"max_{of}")
    is_usual = (least, most) in ((None, None), (1, 1)) and item.get("required", True)
    bounds = "" if (least, most) in ((None, None), (1, 1)) else f" {least or 0} to {most or 1}"
    return "" if is_usual else f"{bounds}{'' if item.get('required', True) else ' if you like'}"


def _placeholder(item: _Json) -> str:
    return f" “{item['placeholder']}”" if item.get("placeholder") else ""


def _entered(part: _Json) -> str:
    value = part["values"] if "values" in part else part["value"]
    told = ", ".join(map(str, cast(list[Any], value))) if isinstance(value, list) else str(value)
    return f"{part.get('custom_id', '')}: {told}"


def _pairs(embed: _Json) -> Iterator[str]:
    yield from (f"{name}: {value}" for name, value in embed.items() if value)
