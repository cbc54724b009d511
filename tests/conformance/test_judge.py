"""Tests of the judge: a wrong request for each of its rules, and right ones."""

from base64 import b64encode
from io import BytesIO
from typing import Any, Final

import discord
import pytest
import simcord
from simcord.interactions import base_payload

from tests.conformance import judge
from tests.conformance.recorder import Recorder, Recording, Request, Upload

_V2: Final = 1 << 15
_POST, _EDIT, _FOLLOW_UP = "POST /channels/1/messages", "PATCH /channels/1/messages/2", "POST /webhooks/1/token"
_ANSWER, _COMMANDS = "POST /interactions/1/token/callback", "PUT /applications/1/commands"
_THREAD, _CHANNEL, _EMOJI = "POST /channels/1/threads", "PATCH /channels/1", "POST /applications/1/emojis"
_PRESS: Final = {"token": "token", "type": 3}
_BOARD: Final = Upload("board.png", 10)

_TEXT: Final = {"type": 10, "content": "Ada is to move"}
_BUTTON: Final = {"type": 2, "style": 1, "label": "Move", "custom_id": "move:1"}
_OPTION: Final = {"label": "a4", "value": "a4"}
_MENU: Final = {"type": 3, "custom_id": "pick", "options": [_OPTION]}
_USERS: Final = {"type": 5, "custom_id": "who"}
_GALLERY: Final = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "A board"}]}
_INPUT: Final = {"type": 4, "custom_id": "text", "style": 1}
_RADIO: Final = {"type": 21, "custom_id": "one", "options": [_OPTION, {"label": "a5", "value": "a5"}]}


def _request(route: str, body: Any, *uploads: Upload, **others: Any) -> Request:
    method, path = route.split()
    return Request(method, path, body, uploads, **others)


def _sent(*components: Any, **fields: Any) -> Request:
    return _request(_POST, {"components": list(components), "flags": _V2, **fields})


def _row(*components: Any) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def _button(**fields: Any) -> Request:
    return _sent(_row(_BUTTON | fields))


def _menu(**fields: Any) -> Request:
    return _sent(_row(_MENU | fields))


def _options(*options: dict[str, Any]) -> Request:
    return _menu(options=[_OPTION | option for option in options])


def _section(**fields: Any) -> Request:
    return _sent({"type": 9, "components": [_TEXT], "accessory": _BUTTON, **fields})


def _modal(*fields: Any, **modal: Any) -> Request:
    labels = [{"type": 18, "label": "Move", "component": field} for field in fields]
    return _request(_ANSWER, {"type": 9, "data": {"custom_id": "ask", "title": "Move", "components": labels} | modal})


def _embed(**fields: Any) -> Request:
    return _request(_POST, {"embeds": [fields]})


def _upload(*uploads: Upload, **fields: Any) -> Request:
    return _request(_POST, {"content": "", **fields}, *uploads)


def _commands(*commands: dict[str, Any]) -> Request:
    return _request(
        _COMMANDS, [{"name": f"play{index}", "description": "Play", **one} for index, one in enumerate(commands)]
    )


def _command_with(*options: dict[str, Any]) -> Request:
    whole = [{"type": 3, "name": f"game{index}", "description": "Game", **one} for index, one in enumerate(options)]
    return _commands({"options": whole})


def _suggested(*choices: dict[str, Any]) -> Request:
    return _request(_ANSWER, {"type": 8, "data": {"choices": list(choices)}})


_LATE: Final = Recording([_request(_ANSWER, {"type": 5}), *[_request(_FOLLOW_UP, {"content": "x"})] * 6], [
    _PRESS | {"authorizing_integration_owners": {"1": "2"}}
])  # fmt: skip
_SHOWN: Final = _request(_POST, {"components": [_TEXT], "flags": _V2}, answer={"id": "2", "flags": _V2})
_PLAIN: Final[dict[str, Any]] = {}
_LARGE: Final = {
    "description": "x" * 100,
    "choices": [{"name": f"{n:x>100}", "value": f"{n:x>100}"} for n in range(25)],
}

WRONG: Final[dict[str, list[tuple[Request | Recording, str]]]] = {
    "place of a component": [
        (_sent(_BUTTON), "components/0: type 2 is not allowed in type -1"),
        (_sent({"type": 17, "components": [{"type": 17, "components": [_TEXT]}]}), "0: type 17 is not allowed in type"),
        (_modal(_BUTTON), "component: type 2 is not allowed in type 18"),
    ],
    "length of a custom id": [
        (_button(custom_id="x" * 101), "custom_id has 101 characters, not 1 to 100"),
        (_button(custom_id="", disabled=True), "custom_id has 0 characters, not 1 to 100"),
    ],
    "presence of a custom id": [(_sent(_row({"type": 5})), "it has no custom_id")],
    "size of an id": [(_sent(_TEXT | {"id": 2**31}), "id is 2147483648, not 0 to 2147483647")],
    "content of a row": [
        (_sent(_row()), "0 buttons in a row, not 1 to 5"),
        (_sent(_row(*(_BUTTON | {"custom_id": f"{n}"} for n in range(6)))), "6 buttons in a row, not 1 to 5"),
        (_sent(_row(_MENU, _BUTTON)), "a menu shares its row"),
    ],
    "texts of a section": [
        (_section(components=[_TEXT] * 4), "4 texts in a section, not 1 to 3"),
        (_section(components=[_BUTTON | {"custom_id": "other"}]), "a section consists of texts"),
    ],
    "accessory of a section": [(_section(accessory=_TEXT), "a section has one accessory, a button or a thumbnail")],
    "content of a container": [(_sent({"type": 17, "components": []}), "a container is empty")],
    "colour of a container": [
        (_sent({"type": 17, "components": [_TEXT], "accent_color": 1 << 24}), "accent_color is 16777216, not 0 to")
    ],
    "spacing of a separator": [(_sent({"type": 14, "spacing": 3}), "spacing is 3, not 1 to 2")],
    "content of a text": [(_sent(_TEXT | {"content": " \n"}), "a text is empty")],
    "size of a gallery": [
        (_sent({"type": 12, "items": []}), "0 items in a gallery, not 1 to 10"),
        (_sent({"type": 12, "items": [{"media": {"url": "https://a.b"}}] * 11}), "11 items in a gallery, not 1 to 10"),
    ],
    "description of media": [
        (
            _sent({"type": 12, "items": [{"media": {"url": "https://a.b"}, "description": "x" * 1025}]}),
            "description has 1025 characters, not 0 to 1024",
        )
    ],
    "address of media": [
        (_sent({"type": 12, "items": [{"media": {"url": "ftp://a.b"}}]}), "url 'ftp://a.b' does not begin with"),
        (_sent({"type": 13, "file": {"url": "https://a.b"}}), "does not begin with attachment://"),
    ],
    "type of media": [
        (_sent({"type": 12, "items": [{"media": {"url": "attachment://a.txt"}}]}), "'attachment://a.txt' is neither")
    ],
    "address that expires": [
        (
            _sent({"type": 12, "items": [{"media": {"url": "https://cdn.discordapp.com/attachments/1/2/a.png?ex=3"}}]}),
            "url 'https://cdn.discordapp.com/attachments/1/2/a.png?ex=3' expires",
        ),
        (_button(style=5, custom_id=None, url="https://media.discordapp.net/attachments/1/2/a.png"), "a.png' expires"),
    ],
    "label of a button": [
        (_button(label="x" * 81), "label has 81 characters, not 0 to 80"),
        (_button(label=None), "a button has neither label nor emoji"),
    ],
    "style of a button": [
        (_button(style=7), "style is 7, not 1 to 6"),
        (_button(style=5), "a button of style 5 has custom_id instead of url"),
        (_button(custom_id=None), "a button of style 1 has nothing instead of custom_id"),
    ],
    "address of a link": [
        (_button(style=5, custom_id=None, url="https://a.b/" + "x" * 501), "url has 513 characters, not 1 to 512"),
        (_button(style=5, custom_id=None, url="ftp://a.b"), "is no address of http, https or discord"),
    ],
    "emoji": [
        (_button(emoji={"name": "x"}), "{'name': 'x'} is no emoji"),
        (_options({"emoji": {"id": "x", "name": "side"}}), "is no emoji"),
    ],
    "placeholder of a menu": [(_menu(placeholder="x" * 151), "placeholder has 151 characters, not 0 to 150")],
    "number of options": [
        (_options(), "0 options, not 1 to 25"),
        (_options(*({"value": f"{n}"} for n in range(26))), "26 options, not 1 to 25"),
        (_modal(_RADIO | {"options": [_OPTION]}), "1 options, not 2 to 10"),
        (_modal({"type": 22, "custom_id": "some", "options": []}), "0 options, not 1 to 10"),
    ],
    "lengths of options": [
        (_options({"label": "x" * 101}), "label of option 0 has 101 characters, not 1 to 100"),
        (_options({"value": ""}), "value of option 0 has 0 characters, not 1 to 100"),
        (_options({"description": "x" * 101}), "description of option 0 has 101 characters, not 1 to 100"),
    ],
    "values of options": [(_options({}, {}), "value 'a4' occurs more than once")],
    "numbers of values": [
        (_menu(min_values=2), "min_values 2 is more than max_values 1"),
        (_menu(max_values=2), "max_values 2 is more than the 1 options"),
        (_sent(_row(_USERS | {"max_values": 26})), "max_values is 26, not 1 to 25"),
    ],
    "number of defaults": [
        (_options({"default": True}, {"value": "a5", "default": True}), "2 options are chosen, at most 1 can be"),
        (
            _modal(_RADIO | {"options": [_OPTION | {"value": f"{n}", "default": True} for n in range(2)]}),
            "2 options are",
        ),
    ],
    "default values": [
        (
            _sent(_row(_USERS | {"default_values": [{"id": "1", "type": "user"}, {"id": "2", "type": "user"}]})),
            "2 default",
        ),
        (_sent(_row(_USERS | {"default_values": [{"id": "1", "type": "role"}]})), "a default value is a role"),
    ],
    "required field without a value": [(_modal(_USERS | {"min_values": 0}), "a required field has min_values 0")],
    "disabled field of a modal": [(_modal(_MENU | {"disabled": True}), "a field of a modal is disabled")],
    "texts of a label": [
        (
            _modal(components=[{"type": 18, "label": "x" * 46, "component": _INPUT}]),
            "label has 46 characters, not 1 to 45",
        ),
        (
            _modal(components=[{"type": 18, "label": "x", "description": "x" * 101, "component": _INPUT}]),
            "description has 101 characters, not 0 to 100",
        ),
    ],
    "content of a label": [(_modal(components=[{"type": 18, "label": "x"}]), "a label has no component")],
    "limits of an input": [
        (_modal(_INPUT | {"max_length": 4001}), "max_length is 4001, not 1 to 4000"),
        (_modal(_INPUT | {"min_length": 2, "max_length": 1}), "min_length 2 is more than max_length 1"),
    ],
    "texts of an input": [
        (_modal(_INPUT | {"placeholder": "x" * 101}), "placeholder has 101 characters, not 0 to 100"),
        (_modal(_INPUT | {"value": "xx", "max_length": 1}), "value has 2 characters, not 0 to 1"),
        (_modal(_INPUT | {"value": "x" * 4001}), "value has 4001 characters, not 0 to 4000"),
    ],
    "style of an input": [(_modal(_INPUT | {"style": 3}), "style is 3, not 1 to 2")],
    "types of an upload": [
        (
            _modal({"type": 19, "custom_id": "file", "file_types": [f".{n}" for n in range(11)]}),
            "11 file types, not 0 to 10",
        )
    ],
    "number of components": [(_sent(*[_TEXT] * 41), "41 components, not 0 to 40")],
    "rows of a message without the flag": [
        (
            _sent(*(_row(_BUTTON | {"custom_id": f"{n}"}) for n in range(6)), flags=0, content="x"),
            "6 rows, not 0 to 5",
        )
    ],
    "flag for layouts": [(_sent(_TEXT, flags=0), "components of the types [10] need the flag IS_COMPONENTS_V2")],
    "length of all texts": [
        (_sent(*[{"type": 10, "content": "x" * 2001}] * 2), "all texts together have 4002 characters, not up to 4000")
    ],
    "custom ids are unique": [
        (_sent(_row(_BUTTON, _BUTTON | {"disabled": True})), "custom_id 'move:1' occurs more than once"),
        (_sent(_row(_BUTTON), {"type": 9, "components": [_TEXT], "accessory": _BUTTON}), "occurs more than once"),
    ],
    "ids are unique": [(_sent(_TEXT | {"id": 1}, _TEXT | {"id": 1}), "id 1 occurs more than once")],
    "fields beside layouts": [
        (_sent(_TEXT, content="x"), "a message with the flag IS_COMPONENTS_V2 has content"),
        (_sent(_TEXT, embeds=[{"title": "x"}]), "a message with the flag IS_COMPONENTS_V2 has embeds"),
    ],
    "markup in texts": [
        (_sent({"type": 10, "content": "<@-5> is to move"}), "'<@-5>' is shown as it is"),
        (_request(_POST, {"content": "Due <t:2030-01-01:R>"}), "'<t:2030-01-01:R>' is shown as it is"),
    ],
    "length of the content": [(_request(_POST, {"content": "x" * 2001}), "content has 2001 characters, not 0 to 2000")],
    "message is not empty": [
        (_request(_POST, {"content": " "}), "the message is empty"),
        (_request(_EDIT, {"components": [], "flags": _V2}), "the message is empty"),
    ],
    "flags": [
        (_sent(_TEXT, flags=_V2 | 64), "a new message in a channel may not set the flags 0x40"),
        (_request(_EDIT, {"flags": 1 << 12}), "an edit may not set the flags 0x1000"),
    ],
    "nonce": [
        (_sent(_TEXT, nonce="x" * 26), "nonce has 26 characters, not 1 to 25"),
        (_sent(_TEXT, nonce=10**25), "nonce has 26 characters, not 1 to 25"),
        (_sent(_TEXT, enforce_nonce=True), "enforce_nonce is given without a nonce"),
    ],
    "number of stickers": [(_request(_POST, {"sticker_ids": [1, 2, 3, 4]}), "4 stickers, not 0 to 3")],
    "texts of embeds": [
        (_embed(title="x" * 257), "title has 257 characters, not 0 to 256"),
        (_embed(fields=[{"name": "", "value": "x"}]), "name of a field has 0 characters, not 1 to 256"),
        (
            _request(_POST, {"embeds": [{"description": "x" * 3001}] * 2}),
            "the embeds have 6002 characters, not up to 6000",
        ),
    ],
    "number of embeds and fields": [
        (_request(_POST, {"embeds": [{"title": "x"}] * 11}), "11 embeds, not 0 to 10"),
        (_embed(fields=[{"name": "x", "value": "x"}] * 26), "26 fields, not 0 to 25"),
    ],
    "pictures of embeds": [(_embed(image={"url": "attachment://a.svg"}), "image 'attachment://a.svg' is no picture")],
    "allowed mentions": [
        (_sent(_TEXT, allowed_mentions={"parse": ["here"]}), "mentions of 'here' are unknown"),
        (_sent(_TEXT, allowed_mentions={"users": list(range(101))}), "101 mentions of users, not 0 to 100"),
        (_sent(_TEXT, allowed_mentions={"parse": ["users"], "users": [1]}), "users are both parsed and listed"),
    ],
    "number of files": [
        (_upload(*(Upload(f"{n}.png", 1) for n in range(11))), "11 uploaded and kept files, not 0 to 10")
    ],
    "size of files": [(_upload(Upload("a.zip", 10 * 2**20 + 1)), "the files have 10485761 bytes, not up to 10485760")],
    "files have content": [(_upload(Upload("a.txt", 0)), "the file 'a.txt' is empty")],
    "names of files": [
        (_upload(Upload("a b.txt", 1)), "the name 'a b.txt' has other characters than letters"),
        (_upload(_BOARD, _BOARD), "file 'board.png' occurs more than once"),
    ],
    "entries for files": [
        (_upload(_BOARD, attachments=[{"id": 0, "description": "x" * 1025}]), "description has 1025 characters"),
        (_upload(_BOARD, attachments=[{"id": 1}]), "attachment 1 is not uploaded"),
        (
            _upload(_BOARD, attachments=[{"id": 0, "filename": "a.png"}]),
            "attachment 0 is called 'a.png', unlike its file",
        ),
        (_request(_EDIT, {"attachments": [{"filename": "a.png"}]}), "an attachment has the id None"),
    ],
    "uploads are listed": [
        (_request(_EDIT, {"attachments": []}, _BOARD), "the file 'board.png' is not in attachments"),
    ],
    "shown files exist": [
        (_sent(_GALLERY), "'board.png' is shown, but neither uploaded nor kept by id and filename"),
        (
            _request(_EDIT, {"components": [_GALLERY], "flags": _V2, "attachments": [{"id": "123456789"}]}),
            "'board.png' is shown, but neither uploaded nor kept by id and filename",
        ),
        (_embed(image={"url": "attachment://a.png"}), "'a.png' is shown, but neither uploaded nor kept"),
    ],
    "uploads are shown": [
        (
            _request(_POST, {"components": [_TEXT], "flags": _V2}, _BOARD),
            "the file 'board.png' is uploaded but not shown by a component",
        )
    ],
    "update without files": [
        (
            _request(_ANSWER, {"type": 7, "data": {"attachments": [{"id": 0}], "content": "x"}}, _BOARD),
            "an update uploads files",
        )
    ],
    "type of an answer": [(_request(_ANSWER, {"type": 11}), "type 11 of an answer is unknown")],
    "flags of a deferred answer": [
        (_request(_ANSWER, {"type": 5, "data": {"flags": _V2 | 64}}), "a deferred answer has the flags 0x8040")
    ],
    "texts of a modal": [
        (_modal(_INPUT, title="x" * 46), "title has 46 characters, not 1 to 45"),
        (_modal(_INPUT, custom_id="x" * 101), "custom_id has 101 characters, not 1 to 100"),
    ],
    "number of components of a modal": [
        (_modal(), "0 components, not 1 to 5"),
        (_modal(*(_INPUT | {"custom_id": f"{n}"} for n in range(6))), "6 components, not 1 to 5"),
    ],
    "custom ids of a modal": [(_modal(_INPUT, _INPUT), "custom_id 'text' occurs more than once")],
    "number of suggestions": [
        (_suggested(*({"name": f"{n}", "value": f"{n}"} for n in range(26))), "26 choices, not 0 to 25")
    ],
    "suggestions": [
        (_suggested({"name": "x" * 101, "value": "x"}), "has 101 characters, not 1 to 100"),
        (_suggested({"name": "x", "value": ""}), "value '' has 0 characters, not 1 to 100"),
        (_suggested({"name": "x", "value": 2**53 + 1}), "value is 9007199254740993"),
    ],
    "number of commands": [
        (_commands(*[_PLAIN] * 101), "101 commands of type 1, not 0 to 100"),
        (_commands(*[{"type": 2, "description": ""}] * 16), "16 commands of type 2, not 0 to 15"),
    ],
    "names of commands": [(_commands(*[{"name": "play"}] * 2), "command (1, 'play') occurs more than once")],
    "names in all languages": [
        (_commands({"name": "Play"}), "name 'Play' has capitals"),
        (
            _command_with({"name_localizations": {"fr": "deux mots"}}),
            "name 'deux mots' has capitals, or other characters",
        ),
        (_commands({"type": 2, "name": "x" * 33, "description": ""}), "has 33 characters, not 1 to 32"),
    ],
    "descriptions in all languages": [
        (_commands({"description_localizations": {"de": "x" * 101}}), "description of 'play0' has 101 characters"),
        (_command_with({"description": ""}), "description of 'game0' has 0 characters, not 1 to 100"),
        (_commands({"type": 2}), "description of 'play0' has 4 characters, not 0 to 0"),
    ],
    "languages": [
        (
            _commands({"name_localizations": {"pt": "jogar"}}),
            "name_localizations of 'play0' has the unknown language 'pt'",
        )
    ],
    "names of options": [
        (_command_with({"name": "game"}, {"name": "game"}), "option 'game' occurs more than once"),
        (
            _command_with({"name_localizations": {"de": "spiel"}}, {"name_localizations": {"de": "spiel"}}),
            "option 'game1' is called 'spiel' in de, as another one",
        ),
        (
            _command_with({"name_localizations": {"de": "game1"}}, {}),
            "option 'game0' is called 'game1' in de, as another",
        ),
    ],
    "size of a command": [(_command_with(_LARGE, _LARGE), "the command has 10219 characters, not up to 8000")],
    "number of options of a command": [(_command_with(*[_PLAIN] * 26), "26 options, not 0 to 25")],
    "required options": [
        (_command_with({}, {"required": True}), "the required option 'game1' comes after an optional one")
    ],
    "nesting": [
        (_command_with({"type": 1}, {}), "'play0' has subcommands beside options"),
        (_command_with({"type": 2, "options": []}), "the group 'game0' has other options than subcommands, or none"),
        (_command_with({"type": 1, "options": [{"type": 1, "name": "x"}]}), "'game0' has subcommands, but is one"),
    ],
    "types of options": [(_command_with({"type": 12}), "type of 'game0' is 12, not 1 to 11")],
    "limits of options": [
        (_command_with({"min_value": 1}), "'game0' limits its value, which its type does not have"),
        (_command_with({"type": 4, "min_value": 2, "max_value": 1}), "'game0' has a min_value above its max_value"),
        (_command_with({"max_length": 6001}), "max_length of 'game0' is 6001, not 1 to 6000"),
    ],
    "choices of options": [
        (_command_with({"choices": [{"name": "x", "value": "x"}] * 2}), "choice of 'game0' 'x' occurs more than once"),
        (_command_with({"type": 5, "choices": [{"name": "x", "value": "x"}]}), "'game0' has choices, which its type"),
        (_command_with({"choices": [{"name": "x", "value": "x" * 101}]}), "has 101 characters, not 1 to 100"),
    ],
    "autocomplete": [
        (
            _command_with({"autocomplete": True, "choices": [{"name": "x", "value": "x"}]}),
            "'game0' cannot have autocomplete",
        )
    ],
    "filters of options": [(_command_with({"channel_types": [0]}), "'game0' has channel_types, which its type")],
    "contexts": [(_commands({"contexts": [3]}), "contexts is 3, not 0 to 2")],
    "name of a channel": [
        (_request(_THREAD, {"name": ""}), "name has 0 characters, not 1 to 100"),
        (_request(_CHANNEL, {"name": "x" * 101}), "name has 101 characters, not 1 to 100"),
    ],
    "type of a channel": [(_request(_THREAD, {"name": "x", "type": 17}), "type is 17, not 0 to 16")],
    "time until a thread is archived": [
        (_request(_THREAD, {"name": "x", "auto_archive_duration": 1}), "auto_archive_duration is 1")
    ],
    "tags of a post": [(_request(_THREAD, {"name": "x", "applied_tags": list(range(6))}), "6 tags, not 0 to 5")],
    "tags of a forum": [
        (_request(_CHANNEL, {"available_tags": [{"name": "x" * 21}]}), "name of a tag has 21 characters, not 1 to 20"),
        (
            _request(_CHANNEL, {"available_tags": [{"name": f"{n}"} for n in range(21)]}),
            "21 tags of a forum, not 0 to 20",
        ),
    ],
    "topic of a channel": [(_request(_CHANNEL, {"topic": "x" * 1025}), "topic has 1025 characters, not 0 to 1024")],
    "slow mode of a channel": [
        (_request(_CHANNEL, {"rate_limit_per_user": 21601}), "rate_limit_per_user is 21601, not 0 to 21600")
    ],
    "name of an emoji": [(_request(_EMOJI, {"name": "a-b"}), "name 'a-b' is not 2 to 32 letters, digits or '_'")],
    "image of an emoji": [
        (_request(_EMOJI, {"name": "ab", "image": "data:image/svg+xml;base64,AA=="}), "bytes of the image is 0"),
        (
            _request(_EMOJI, {"name": "ab", "image": f"data:image/png;base64,{b64encode(bytes(262145)).decode()}"}),
            "bytes of the image is 262145, not 1 to 262144",
        ),
    ],
    "limit of a list": [
        (_request("GET /channels/1/messages", None, query={"limit": 101}), "limit is 101, not 1 to 100")
    ],
    "answer fits the interaction": [
        (
            Recording([_request(_ANSWER, {"type": 6})], [_PRESS | {"type": 2}]),
            "an interaction of type 2 is answered with type 6",
        )
    ],
    "interaction is answered once": [
        (Recording([_request(_ANSWER, {"type": 5})] * 2, [_PRESS]), "the interaction token is answered more than once")
    ],
    "first answer comes first": [
        (Recording([_request(_FOLLOW_UP, {"content": "x"})], [_PRESS]), "the interaction is not answered yet")
    ],
    "privacy of a deferred answer": [
        (
            Recording([_request(_ANSWER, {"type": 5, "data": {"flags": 64}}), _request(_FOLLOW_UP, {"content": "x"})]),
            "POST /webhooks/1/token: the deferred answer was private",
        )
    ],
    "notified people are mentioned": [
        (
            Recording([_request(_POST, {"content": "<@12>", "allowed_mentions": {"users": [1]}})]),
            "POST /channels/1/messages: 1 is to be notified, but not mentioned",
        )
    ],
    "number of follow ups": [
        (_LATE, "the interaction token, for which only a user installed the bot, has 6 follow-ups")
    ],
    "flag is not taken away": [
        (
            Recording([_SHOWN, _request(_EDIT, {"content": "x", "flags": 0})]),
            "the message has the flag IS_COMPONENTS_V2",
        )
    ],
    "number of created commands": [
        (Recording([_commands(*[_PLAIN] * 100)] * 3), "/applications/1/commands: 300 commands are created")
    ],
    "number of renamings": [
        (Recording([_request(_CHANNEL, {"name": "x"})] * 3), "/channels/1 is renamed more than twice in ten minutes")
    ],
}


@pytest.mark.parametrize(
    ("rule", "request_or_recording", "objection"),
    [(rule, request, objection) for rule, cases in WRONG.items() for request, objection in cases],
)
def test_a_wrong_request_is_objected_to(rule: str, request_or_recording: Request | Recording, objection: str) -> None:
    is_one = isinstance(request_or_recording, Request)
    recording = Recording([request_or_recording]) if is_one else request_or_recording
    found = [violation for violation in judge.judged(recording) if violation.rule == rule]
    assert any(objection in violation.text for violation in found), [*judge.judged(recording)]


def test_each_rule_has_a_name_of_its_own_a_source_and_a_wrong_request() -> None:
    names = [rule.name for rule in judge.RULES]
    assert len({*names}) == len(names)
    assert {*names} == {*WRONG}
    for rule in judge.RULES:
        assert rule.source.startswith(("docs: ", "reported", "observed"))


_MENTIONS: Final = {
    "type": 10,
    "content": "<@1456074443980800014> <#1> </move:2> </manage log:3> <:furl_white:4> <t:5:R> <3 a <b> https://a.b",
}
_BOARD_MESSAGE: Final = {
    "content": None,
    "flags": _V2,
    "nonce": "9722398672755128511",
    "enforce_nonce": True,
    "allowed_mentions": {"parse": [], "users": [1456074443980800014], "replied_user": False},
    "attachments": [{"id": 0, "filename": "board.png", "description": "A board"}],
    "components": [
        {
            "type": 17,
            "accent_color": None,
            "components": [
                {"type": 9, "components": [_TEXT, _TEXT, _MENTIONS], "accessory": _BUTTON | {"style": 5, "custom_id": None, "url": "https://a.b/c"}},
                _GALLERY,
                {"type": 14, "spacing": 2},
                _row(_BUTTON, _BUTTON | {"custom_id": "offer", "label": None, "emoji": {"name": "1\ufe0f\u20e3"}}),
                _row(_MENU | {"min_values": 0, "options": [_OPTION | {"default": True}]}),
                _row(_USERS | {"min_values": 0, "max_values": 25, "default_values": [{"id": "1", "type": "user"}]}),
            ],
        }
    ],
}  # fmt: skip
_KEPT: Final = {"attachments": [{"id": "1456074443980800038", "filename": "board.png"}]}
_SIDES: Final = {"name": "white", "value": "white", "name_localizations": {"de": "weiß"}}


@pytest.mark.parametrize(
    "request_",
    [
        _request(_POST, _BOARD_MESSAGE, _BOARD),
        _request(_EDIT, _BOARD_MESSAGE, _BOARD),
        _request(_EDIT, _BOARD_MESSAGE | _KEPT),
        _request(_EDIT, {"attachments": []}),
        _request(_POST, {"content": "x" * 2000}),
        _request(_POST, {"content": ""}, Upload("furlong-1.txt", 1)),
        _request(_FOLLOW_UP, {"content": "Your move", "flags": 64}),
        _request(_ANSWER, {"type": 4, "data": {"components": [_TEXT], "flags": _V2 | 64}}),
        _request(_ANSWER, {"type": 5, "data": {"flags": 64}}),
        _request(_ANSWER, {"type": 6}),
        _modal(_INPUT | {"value": "a4", "max_length": 2}, _RADIO, _USERS | {"min_values": 0, "required": False}),
        _modal({"type": 22, "custom_id": "some", "options": [_OPTION] , "min_values": 1}, {"type": 23, "custom_id": "one"}),
        _suggested({"name": "x" * 100, "value": "x" * 100}, {"name": "1", "value": 1}),
        _command_with({"required": True, "choices": [_SIDES]}, {"type": 4, "min_value": 1, "name_localizations": {"hi": "दाँव"}}),
        _command_with({"type": 2, "options": [{"type": 1, "name": "l'un", "description": "x", "options": []}]}),
        _request(_THREAD, {"name": "x" * 100, "auto_archive_duration": 10080, "applied_tags": ["1", "2"]}),
        _request(_THREAD, {"name": "x", "message": _BOARD_MESSAGE}, _BOARD),
        _request(_CHANNEL, {"available_tags": [{"name": "Furl", "emoji_id": None, "emoji_name": None}]}),
        _request(_EMOJI, {"name": "furl_white", "image": "data:image/png;base64,AAAA"}),
        _request("DELETE /channels/1/messages/2", None),
    ],
)  # fmt: skip
def test_a_right_request_is_not_objected_to(request_: Request) -> None:
    assert [*judge.judged(Recording([request_]))] == []


def test_five_follow_ups_are_right_and_any_number_where_the_bot_is_installed() -> None:
    assert [*judge.judged(Recording(_LATE.requests[:-1], _LATE.interactions))] == []
    assert [*judge.judged(Recording(_LATE.requests, [_PRESS | {"authorizing_integration_owners": {"0": "1"}}]))] == []


def test_a_direct_message_notifies_without_a_mention() -> None:
    notice = _request(_POST, {"content": "Your move", "allowed_mentions": {"users": [1]}})
    opened = _request("POST /users/@me/channels", {"recipient_id": 1}, answer={"id": "1"})
    assert [*judge.judged(Recording([opened, notice]))] == []


def test_what_discord_did_not_take_may_be_tried_again() -> None:
    refused = _request(_ANSWER, {"type": 5}, is_taken=False)
    assert [*judge.judged(Recording([refused, _request(_ANSWER, {"type": 5})], [_PRESS]))] == []


def test_a_check_names_every_problem_with_its_request_and_rule_once() -> None:
    with pytest.raises(AssertionError) as raised:
        judge.check([Recording([_button(label="x" * 81)] * 2), Recording([_request(_THREAD, {"name": ""})])])
    assert str(raised.value).splitlines()[1:] == [
        "POST /channels/1/messages: components/0/components/0: label has 81 characters, not 0 to 80 (label of a button)",
        "POST /channels/1/threads: name has 0 characters, not 1 to 100 (name of a channel)",
    ]


async def test_a_recording_has_files_answers_and_interactions(monkeypatch: pytest.MonkeyPatch) -> None:
    recorder, client = Recorder(), discord.Client(intents=discord.Intents.default())
    recorder.attach(monkeypatch)
    async with simcord.run(client) as env:
        handle = env.create_guild("The Club").create_text_channel("games")
        await env.settle()
        channel = client.get_channel(handle.id)
        assert isinstance(channel, discord.TextChannel)
        message = await channel.send("x", file=discord.File(BytesIO(b"a4<c4"), "match.txt"))
        with pytest.raises(discord.NotFound):
            await channel.get_partial_message(1).edit(content="y")
        data, ada = {"id": "1", "name": "play", "type": 1}, env.create_user("Ada")
        _, event = base_payload(env.backend, type=2, channel_id=handle.id, guild_id=None, user_id=ada.id, data=data)
        env.backend.emit("INTERACTION_CREATE", event)
    [recording] = recorder.take()
    posted, refused = recording.requests[-2:]
    assert (posted.uploads, posted.fields["content"]) == ((Upload("match.txt", 5),), "x")
    assert posted.answer["id"] == str(message.id)
    assert (posted.is_taken, refused.is_taken) == (True, False)
    assert [*recording.interactions] == [event]
    assert recorder.take() == []
