"""The settings of a server, for those who manage it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from bot.actions import settings
from bot.model.permissions import ServerAct, check_server
from bot.model.refusals import Refusal
from bot.model.refusals.people import NoServerHere
from bot.model.servers import Server
from bot.screens.core import (
    Act,
    Action,
    Ask,
    Asked,
    Choosable,
    Gap,
    Line,
    Menu,
    Part,
    Room,
    Rooms,
    Screen,
    Weight,
    on,
)
from bot.screens.settings import options_of, part_of, read
from bot.texts import errors
from bot.texts import pages as page_texts
from bot.texts import server_settings as server_setting_texts
from bot.texts.language import say
from bot.texts.server_settings import SETTINGS
from bot.texts.settings import Setting
from render import THEMES
from rules.core import Phrase

_NAMED: Final = {setting.name: setting for setting in SETTINGS}
_MENUS: Final = ("language", "days", "theme", "challenges")
_BUTTONS: Final = (("channel", "panel", "threads", "boards", "alone"), ("puzzles", "week"), ("pages", "voters"))
_POSTS: Final = (
    # Translators: What needs permissions: {purpose} in “Furlong can't do what {purpose} needs”.
    ("panel_channel_id", Phrase("the panel"), False),
    ("puzzle_channel_id", Phrase("the puzzle of the day"), True),
    ("review_channel_id", Phrase("the week in review"), True),
)
"""The fields with channels for single posts: what is posted there, and whether it has a picture."""


@on("server_settings", at="/settings/server")
async def show(asked: Asked) -> Screen:
    """Show the settings of the server. Raises `NoServerHere` or `NotManager`."""
    server = await settings.of_server(asked.context, managed(asked))
    return _shown(asked, server, await asked.rooms())


def managed(asked: Asked) -> int:
    """The server that the person manages. Raises `NoServerHere` or `NotManager`."""
    server_id = asked.actor.server_id
    if server_id is None:
        raise NoServerHere
    check_server(ServerAct.MANAGE, server_id, asked.actor)
    return server_id


def _shown(asked: Asked, server: Server, rooms: Rooms) -> Screen:
    return Screen(
        title=say(page_texts.SERVER_SETTINGS),
        text=say(server_setting_texts.HEADING),
        here=Act("server_settings"),
        menus=_menus(server, asked.context.now()),
        groups=[*_home(server), *(_buttons(names, asked, server, rooms) for names in _BUTTONS)],
        form=Ask(Act("server_set"), "", _parts(asked, server, rooms), say(page_texts.SAVE), is_change=True),
        hint=say(server_setting_texts.HINT),
        up=Action(say(page_texts.SETTINGS), Act("own_settings")),
    )


def _home(server: Server) -> Sequence[Sequence[Action]]:
    """The way to the question where matches live, while nothing was chosen."""
    is_chosen = server.channel_id is not None or server.uses_threads
    return [] if is_chosen else [[Action(say(server_setting_texts.HOME), Act("server_home"))]]


@on("server_home", beside=True)
async def ask_home(asked: Asked) -> Screen:
    """Ask where matches should live; threads are proposed where Furlong may open them."""
    managed(asked)
    rooms, lacking = await asked.rooms(), ""
    if rooms.here is not None:
        try:
            rooms.check_for_matches(rooms.here, opens_threads=True)
        except Refusal as refusal:
            lacking = f"\n-# {errors.reason(refusal)}"
    here = Action(say("In the channel"), Act("server", detail="threads/off"))
    threads = Action(
        say("A thread for every match"), Act("server", detail="threads/on"), Weight.ONWARD, is_possible=not lacking
    )
    return Screen(
        text=f"### {say(server_setting_texts.HOME)}",
        lines=[
            Line(say(server_setting_texts.IN_CHANNEL), here),
            Line(say(server_setting_texts.IN_THREADS) + lacking, threads),
            Line(say(server_setting_texts.IN_FORUM), gap=Gap.SPACE),
        ],
    )


def _value(server: Server, setting: Setting) -> Any:
    value = getattr(server, setting.stored_as)
    return next(iter(THEMES)) if setting.name == "theme" and value not in THEMES else value


def _menus(server: Server, now: datetime) -> Sequence[Menu]:
    return [
        Menu(
            say(setting.hint or setting.title),
            Act("server", detail=setting.name),
            options_of(setting, _value(server, setting), now),
        )
        for setting in map(_NAMED.__getitem__, _MENUS)
    ]


def _buttons(names: Sequence[str], asked: Asked, server: Server, rooms: Rooms) -> Sequence[Action]:
    left_out = {*(() if asked.page else ("pages",)), *(("threads",) if rooms.is_forum(server.channel_id) else ())}
    return [
        Action(label, Act("server", detail=f"{name}/{text}"))
        for name in names
        if name not in left_out
        for label, text in _NAMED[name].buttons(_value(server, _NAMED[name]), rooms.here).items()
    ]


def _parts(asked: Asked, server: Server, rooms: Rooms) -> Sequence[Part]:
    """The parts of the form, with the channels that can be chosen; in a forum every match has a post."""
    in_forum: Mapping[str, str] = server_setting_texts.in_forum(server) if rooms.is_forum(server.channel_id) else {}
    parts = list[Part]()
    for setting in SETTINGS:
        present = _value(server, setting)
        part = part_of(setting, present, asked.context.now())
        if setting.is_channel:
            part = replace(part, options=_channels(setting, present, part.options, rooms.listed), longest=0)
        elif setting.name in in_forum:
            part = replace(part, options=())
        if setting.name != "pages" or asked.page:
            parts.append(replace(part, in_full=in_forum.get(setting.name, part.in_full)))
    return parts


def _channels(
    setting: Setting, present: int | None, none: Sequence[Choosable], listed: Sequence[Room]
) -> Sequence[Choosable]:
    """No channel, or one of those that can be chosen and the present one."""
    fitting = {room.id: f"#{room.name}" for room in listed if setting.may_be_forum or not room.is_forum}
    channels = fitting if present is None or present in fitting else {present: f"#{present}", **fitting}
    some = [Choosable(label, "", f"{channel}", is_chosen=channel == present) for channel, label in channels.items()]
    return [*none, *some] if listed else ()


@on("server")
async def choose(asked: Asked) -> Act:
    """Handle a button or a menu of any setting."""
    name, _, text = asked.act.detail.partition("/")
    return await _settle(asked, {name: [asked.act.value or text]})


@on("server_set", beside=True)
async def settle(asked: Asked) -> Act:
    """Change all settings that are named, or none of them."""
    return await _settle(asked, asked.named)


async def _settle(asked: Asked, named: Mapping[str, Sequence[str]]) -> Act:
    """Change settings, and show them. Raises a refusal if the person or Furlong may not do that."""
    server_id, values = managed(asked), read(SETTINGS, named)
    rooms = await asked.rooms()

    def changed(before: Server) -> Server:
        after = replace(before, **values)
        _check(rooms, after, values)
        return after

    if values:
        settled = await settings.settle(asked.context, server_id, changed, asked.actor)
        if settled.old_panel is not None:
            await rooms.remove(*settled.old_panel)
        if "panel_channel_id" in values:
            asked.look()  # a moved panel is due at once
    return Act("server_settings")


def _check(rooms: Rooms, after: Server, values: Mapping[str, Any]) -> None:
    """Raise a refusal if Furlong may not do what was changed in the channels that are meant."""
    if after.channel_id is not None and values.keys() & {"channel_id", "uses_threads"}:
        rooms.check_for_matches(after.channel_id, opens_threads=after.uses_threads)
    for field, what, has_picture in _POSTS:
        channel_id = getattr(after, field)
        if channel_id is not None and field in values:
            rooms.check_for_post(channel_id, what, has_picture=has_picture)
