"""People's settings: how Furlong speaks to them, reaches them, and what others may do."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.actions import settings
from bot.model.refusals import UnknownButton
from bot.model.refusals.settings import TellsOnServers
from bot.model.settings import Preferences
from bot.screens.core import (
    VALUE,
    Act,
    Action,
    Ask,
    Asked,
    Choosable,
    Menu,
    Part,
    Screen,
    game_named,
    game_of,
    in_menus,
    on,
    page_number,
)
from bot.texts import challenges as challenge_texts
from bot.texts import follows as follow_texts
from bot.texts import pages as page_texts
from bot.texts import settings as setting_texts
from bot.texts import tokens as token_texts
from bot.texts.language import say, shown_options, speaking, supported
from bot.texts.settings import TELL, THEME, Setting, settings_offered
from bot.texts.vocabulary import duration_in_english
from rules import GAMES


@on("own_settings", at="/settings")
async def show_own(asked: Asked) -> Screen:
    """Show a person's settings, in the language that they may just have chosen."""
    preferences = await settings.of_person(asked.context, asked.person.id)
    with speaking(supported(preferences.reads, asked.language), shown_options()):
        return await _own(asked, preferences)


def _offered(asked: Asked) -> Sequence[Setting]:
    return settings_offered(has_push=asked.has_push, is_guest=asked.person.is_guest)


async def _own(asked: Asked, preferences: Preferences) -> Screen:
    offered = _offered(asked)
    now, values = asked.context.now(), {setting.name: getattr(preferences, setting.stored_as) for setting in offered}
    told = () if asked.person.is_guest else (Action(say(follow_texts.TITLE), Act("told")),)
    menus = [
        Menu(
            say(setting.hint or setting.title),
            Act("own", detail=setting.name),
            options_of(setting, values[setting.name], now),
        )
        for setting in offered
    ]
    parts = [part_of(setting, values[setting.name], now) for setting in offered]
    parts.append(replace(part_of(THEME, preferences.theme, now), in_full=""))  # it is about pages alone
    if asked.actor.server_id is not None:
        lookouts = await _lookouts(asked, asked.actor.server_id)
        menus += lookouts
        named = [replace(option, label=GAMES[option.value].name) for menu in lookouts for option in menu.options]
        parts.append(
            Part(
                name=TELL.name,
                label=lookouts[0].placeholder,
                options=named,
                is_for_several=True,
                group=say(setting_texts.SPOKEN),
            )
        )
    return Screen(
        title=say(page_texts.SETTINGS),
        text=say(setting_texts.HEADING_OF_GUESTS if asked.person.is_guest else setting_texts.OWN_HEADING),
        here=Act("own_settings"),
        menus=menus,
        form=Ask(Act("own_set"), "", parts, say(page_texts.SAVE), is_change=True),
        below=setting_texts.quiet_now(preferences, now),
        hint=say(setting_texts.OWN_HINT),
        actions=told,
        others=(
            *told,
            Action(say(page_texts.VACATION), Act("vacation_show")),
            *(
                [Action(say(token_texts.TITLE), Act("tokens"))]
                if asked.has_programs and not asked.person.is_guest
                else ()
            ),
            *([Action(say(page_texts.SERVER_SETTINGS), Act("server_settings"))] if asked.actor.manages_server else ()),
        ),
    )


def options_of(setting: Setting, present: Any, now: datetime) -> Sequence[Choosable]:
    """The values of a setting that can be chosen from a menu, the present one among them."""
    return [
        Choosable(setting.option(value, now), "", setting.typed(value), is_chosen=value == present)
        for value in setting.values(present)
    ]


def part_of(setting: Setting, present: Any, now: datetime) -> Part:
    """The part of a form for a setting."""
    return Part(
        name=setting.name,
        label=say(setting.title),
        hint=say(setting.description),
        group=setting.group and say(setting.group),
        in_full=setting.in_full(present, now),
        # Translators: The name of a setting before its field.
        label_in_full=say("{label}:", label=say(setting.title)),
        options=options_of(setting, present, now),
        longest=0 if setting.choices else setting_texts.LONGEST_VALUE,
    )


async def _lookouts(asked: Asked, server_id: int) -> Sequence[Menu]:
    """The menus of games whose open challenges the person is told about on a server."""
    games = await settings.lookouts_of(asked.context, asked.person, server_id)
    options = [
        Choosable(challenge_texts.option(game.name), "", game.key, is_chosen=game.key in games)
        for game in GAMES.values()
    ]
    return [
        Menu(
            say(challenge_texts.MENU_HINT),
            Act("own_tell", detail=str(start) if start else ""),
            part,
            is_for_several=True,
            text="" if start else challenge_texts.in_settings(games),
        )
        for start, part in in_menus(options)
    ]


@on("own", takes_value=True)
async def choose(asked: Asked) -> Act:
    """Handle the menu of any setting."""
    return await _settle(asked, read(_offered(asked), {asked.act.detail: [asked.act.value]}))


@on("own_tell")
async def choose_games(asked: Asked) -> Act:
    """Handle a menu of games whose open challenges the person is told about here; other menus keep theirs."""
    chosen = {game_of(key).key for key in asked.fields.get(VALUE, ())}
    if asked.actor.server_id is not None:
        told_of = await settings.lookouts_of(asked.context, asked.person, asked.actor.server_id)
        offered = dict(in_menus([*GAMES])).get(page_number(asked.act.detail), ())
        chosen |= {key for key in told_of if key not in offered}
    return await _settle(asked, {}, chosen)


@on("own_set", beside=True)
async def settle(asked: Asked) -> Act:
    """Change all settings that are named, or none of them."""
    named = {name: values for name, values in asked.named.items() if name != TELL.name}
    games, offered = asked.fields.get(TELL.name), [*_offered(asked), THEME]
    return await _settle(
        asked, read(offered, named), None if games is None else games_in(", ".join(games) or challenge_texts.NONE)
    )


async def _settle(asked: Asked, values: Mapping[str, Any], games: Collection[str] | None = None) -> Act:
    """Change settings, by field, and the games that the person is told about unless they are None; then show them."""
    if games is not None and asked.actor.server_id is None:
        raise TellsOnServers
    if values:
        await settings.prefer(asked.context, asked.person, lambda before: replace(before, **values))
    if games is not None and asked.actor.server_id is not None:
        await settings.look_out(asked.context, asked.person, asked.actor.server_id, games)
    return Act("own_settings")


def read(offered: Sequence[Setting], named: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The values of the settings with these names, by field. Raises the errors of reading them, or `UnknownButton`."""
    by_name = {setting.name: setting for setting in offered}
    if not by_name.keys() >= named.keys():
        raise UnknownButton
    return {by_name[name].stored_as: by_name[name].read("".join(values)) for name, values in named.items()}


def games_in(text: str) -> frozenset[str]:
    """The keys of the games in a list such as `Furl, play win`, or in `all` or `none`. Raises `UnknownGame`."""
    wanted = duration_in_english(text).strip(" ,")
    if wanted.casefold() in (challenge_texts.ALL, challenge_texts.NONE):
        return frozenset(GAMES if wanted.casefold() == challenge_texts.ALL else ())
    return frozenset(game_named(part).key for part in wanted.split(",") if part.strip()) or frozenset(
        {game_named(wanted).key}
    )
