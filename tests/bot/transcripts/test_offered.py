"""What is declared once: the commands as Discord gets them, what answers each button, and what is done by the clock."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import discord
from discord import AppCommandOptionType, app_commands

from bot.chat import features
from bot.screens import registry
from bot.screens.more import OPTIONS

_KINDS: Final = {2: "a command on people", 3: "a command on messages"}
_PLACES: Final = {0: "servers", 1: "messages with Furlong", 2: "messages of others"}
_INSTALLED: Final = {0: "on a server", 1: "by a person"}
_IN_A_GROUP: Final = AppCommandOptionType.subcommand.value


def test_commands(kept: Callable[[str], None]) -> None:
    """All commands, with everything that can be chosen or typed in their options."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    commands = (*features.all_commands(), *features.context_menus())
    kept("\n".join(line for command in commands for line in _command(command.to_dict(tree))))


def test_commands_of_fewer_things(kept: Callable[[str], None]) -> None:
    """The options that commands have where nothing is sent to browsers, and where no engine can play."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    full, fewer = (
        [line for command in commands for line in _command(command.to_dict(tree))]
        for commands in (features.all_commands(), features.all_commands(has_push=False, has_engines=False))
    )
    kept(
        "\n".join(
            [*(f"- {one}" for one in full if one not in fewer), *(f"+ {one}" for one in fewer if one not in full)]
        )
    )


def test_presses(kept: Callable[[str], None]) -> None:
    """What answers each button, menu and window."""
    screens = registry.handlers()
    lines = list[str]()
    for name, handler in features.press_handlers().items():
        flags = {
            "in the same message": handler.in_place,
            "by a window": handler.opens_modal,
            "with a value": handler.takes_value,
        }
        if screen := screens.get(name):
            flags |= {
                "beside": screen.beside,
                "only asks": screen.is_question,
                "only tells": screen.tells,
                "closes": screen.closes,
                "slow": screen.is_slow,
                screen.at: bool(screen.at),
            }
        lines.append(f"{name}: {', '.join(flag for flag, is_so in flags.items() if is_so) or 'in a new message'}")
    kept("\n".join(lines))


def test_more(kept: Callable[[str], None]) -> None:
    """The options behind More, in their groups."""
    kept(
        "\n".join(
            f"{entry.group} {entry.label}: {entry.act.name}, {entry.state or 'any state'}, {entry.right.name.lower()}"
            f"{'' if entry.by_vote else ', not by vote'}{', for who waits' if entry.is_for_waiting else ''}"
            f"{', with chance' if entry.has_chance else ''}, {entry.weight.name.lower()}"
            for entry in OPTIONS
        )
    )


def test_jobs(kept: Callable[[str], None]) -> None:
    """What is done by the clock: how much of it at once, and what happens if it fails."""
    kept(
        "\n".join(
            f"{one.kind}: {one.do.__name__}, with {one.lane.name} ({one.lane.at_once} at once, patience "
            f"{one.lane.patience}); after an error {one.wait.__name__}"
            f"{'' if one.when_failed is None else f' and {one.when_failed.__name__}'}; lease {one.lease}"
            for one in features.job_kinds()
        )
    )


def _command(found: Mapping[str, Any], group: str = "") -> Iterator[str]:
    """The lines of a command and its options."""
    name = f"{group}/{found['name']}".removeprefix("/")
    if found.get("type") in _KINDS and not group:
        yield f"{name}: {_KINDS[found['type']]}; {_where(found)}"
        return
    yield f"/{name.replace('/', ' ')}: {found['description']}{'' if group else f' ({_where(found)})'}"
    for option in found.get("options", ()):
        if option["type"] == _IN_A_GROUP:
            yield from _command(option, name)
        else:
            yield f"    {option['name']}: {option['description']} [{', '.join(_limits(option))}]"


def _where(found: Mapping[str, Any]) -> str:
    places = ", ".join(_PLACES[one] for one in found["contexts"])
    installed = ", ".join(_INSTALLED[one] for one in found["integration_types"])
    rights = found["default_member_permissions"]
    return f"in {places}; installed {installed}{'' if rights is None else f'; for who has the rights {rights}'}"


def _limits(option: Mapping[str, Any]) -> Iterator[str]:
    """What an option takes."""
    yield AppCommandOptionType(option["type"]).name
    if option["required"]:
        yield "needed"
    if option.get("autocomplete"):
        yield "suggested"
    for name in ("min_length", "max_length", "min_value", "max_value", "channel_types"):
        if name in option:
            yield f"{name} {option[name]}"
    if option.get("choices"):
        yield "one of " + ", ".join(f"{one['name']} ({one['value']})" for one in option["choices"])
