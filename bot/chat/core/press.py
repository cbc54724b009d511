"""Buttons, menus and modals that encode everything in their custom ids, so that they still work after a restart.

A custom id spells an `Act`. discord.py would keep each component in memory to receive its interactions; ours are not
kept. Instead, the client receives every interaction, reads the act from the custom id, and looks up its handler.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.screens.core import VALUE, Act, Action, Ask, Choosable, Gap, Line, Part, Weight
from bot.texts import limits
from bot.texts.names import shortened

_ID: Final = re.compile(
    r"furlong(?P<kind>|-menu|-window):(?P<action>[a-z_]+):(?P<match>[0-9]+):(?P<revision>[0-9]+):(?P<detail>.*)"
)
_CHOICE: Final = "furlong-choice:"
MENU: Final = "-menu"
WINDOW: Final = "-window"
_TEXT: Final = "text"
_MENUS: Final = (discord.ComponentType.select.value, discord.ComponentType.user_select.value)


def id_of(act: Act, kind: str = "") -> str:
    """The custom id of a button or, by `kind`, of another component; Discord keeps at most 100 characters with it."""
    return f"furlong{kind}:{act.name}:{act.match_id}:{act.revision}:{act.detail}"


def act_of(custom_id: str, kind: str = "") -> Act:
    """The act in the custom id of a kind of component; for a foreign id, an act without a handler."""
    groups = _ID.fullmatch(custom_id)
    if groups is None or groups["kind"] != kind:
        return Act("")
    return Act(groups["action"], int(groups["match"]), int(groups["revision"]), groups["detail"])


Fields = Mapping[str, tuple[str, ...]]
"""The chosen values or the entered text of each part of a submitted modal, by its name."""


def acts_in(components: Iterable[Any]) -> Iterator[Act]:
    """The acts of the buttons and menus among the components of a message, and of what they hold."""
    for component in components:
        custom_id = component.get("custom_id", "")
        groups = _ID.fullmatch(custom_id)
        if groups is not None:
            yield act_of(custom_id, groups["kind"])
        elif custom_id.startswith(_CHOICE):
            yield from (act_of(option["value"]) for option in component.get("options", ()))
        yield from acts_in(component.get("components", ()))
        yield from acts_in([component["accessory"]] if "accessory" in component else ())


def pressed(interaction: discord.Interaction[Any]) -> tuple[Act, tuple[str, ...], Fields] | None:
    """A person's press, with the chosen values or the entered text; None if the component is not ours.

    The press of a menu with the custom id of a button, or vice versa, has no handler.
    """
    data: Any = interaction.data
    is_modal = interaction.type is discord.InteractionType.modal_submit
    if not is_modal and interaction.type is not discord.InteractionType.component:
        return None
    custom_id, values = data["custom_id"], tuple(data.get("values", ()))
    if custom_id.startswith(_CHOICE):
        return act_of(next(iter(values), "")), (), {}
    groups = _ID.fullmatch(custom_id)
    if groups is None or (groups["kind"] == WINDOW) != is_modal:
        return None
    if is_modal:
        fields = _fields_in(data["components"])
        return act_of(custom_id, WINDOW), fields.get(_TEXT, ("",)), fields
    if data["component_type"] in _MENUS:
        return act_of(custom_id, MENU), values, {}
    return act_of(custom_id), (), {}


def _fields_in(components: list[Any]) -> Fields:
    """The values of the parts of a modal: one for a single choice, several for a multiple choice, none if empty."""
    parts = [component.get("component", {}) for component in components]
    given = {part["custom_id"]: part.get("values", part.get("value")) for part in parts if "custom_id" in part}
    return {name: (value,) if isinstance(value, str) else tuple(value or ()) for name, value in given.items()}


PressButton = ui.Button[ui.LayoutView]
PressMenu = ui.Select[ui.LayoutView]


def button(
    label: str,
    act: Act,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: str | None = None,
) -> PressButton:
    """A new button."""
    return ui.Button(
        label=shortened(label, limits.BUTTON_LABEL),
        style=style,
        custom_id=id_of(act),
        disabled=disabled,
        emoji=emoji,
    )


def menu(placeholder: str, act: Act, options: list[discord.SelectOption], *, any_number: bool = False) -> PressMenu:
    """A new menu of at most 25 options, for choosing one or any number."""
    least, most = (0, len(options)) if any_number else (1, 1)
    return ui.Select(
        placeholder=shortened(placeholder, limits.PLACEHOLDER),
        custom_id=id_of(act, MENU),
        options=options,
        min_values=least,
        max_values=most,
    )


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a menu of acts: its label, its description, and the act."""

    label: str
    hint: str
    act: Act
    emoji: str | None = None


def choice(placeholder: str, options: Sequence[Option], *, name: str = "0", chosen: Act | None = None) -> PressMenu:
    """A new menu of at most 25 acts; `name` is unique in the message, `chosen` is the act shown as chosen."""
    listed = [
        discord.SelectOption(
            label=shortened(option.label),
            value=id_of(option.act),
            description=shortened(option.hint) or None,
            emoji=option.emoji,
            default=option.act == chosen,
        )
        for option in options
    ]
    return ui.Select(
        placeholder=shortened(placeholder, limits.PLACEHOLDER), custom_id=f"{_CHOICE}{name}", options=listed
    )


def modal(title: str, act: Act, label: str, text: str, longest: int) -> ui.Modal:
    """A modal to edit one text of at most `longest` characters; submitting it does `act`."""
    box: ui.TextInput[ui.Modal] = ui.TextInput(
        style=discord.TextStyle.paragraph, custom_id=_TEXT, default=text, max_length=longest, required=False
    )
    return form(title, act, ui.Label(text=label, component=box))


def form(title: str, act: Act, *parts: ui.Label[ui.Modal]) -> ui.Modal:
    """A modal of up to five parts, with their custom ids as names in `Request.fields`; submitting it does `act`."""
    made = ui.Modal(title=shortened(title, limits.MODAL_LABEL), custom_id=id_of(act, WINDOW))
    for part in parts:
        part.text = shortened(part.text, limits.MODAL_LABEL)
        part.description = part.description and shortened(part.description)
        if isinstance(part.component, ui.Select | ui.RadioGroup | ui.CheckboxGroup):
            for option in part.component.options:
                option.label = shortened(option.label)
                option.description = option.description and shortened(option.description)
        made.add_item(part)
    made.stop()  # so that discord.py forgets it as soon as it is shown
    return made


def window(ask: Ask) -> ui.Modal:
    """A window for typing one text, or with several parts."""
    first = ask.parts[0]
    if first.name == VALUE:
        return modal(ask.title, ask.act, first.label, first.text, first.longest)
    return form(ask.title, ask.act, *map(_part, ask.parts))


def _part(part: Part) -> ui.Label[ui.Modal]:
    """A part of a window: people, boxes to tick, a menu, or a text."""
    component: ui.CheckboxGroup[ui.Modal] | ui.Select[ui.Modal] | ui.UserSelect[ui.Modal] | ui.TextInput[ui.Modal]
    if part.is_for_people:
        component = ui.UserSelect(custom_id=part.name, max_values=part.most)
    elif part.is_for_several:
        boxes = [
            discord.CheckboxGroupOption(label=option.label, value=option.value, description=option.hint or None)
            for option in part.options
        ]
        component = ui.CheckboxGroup(custom_id=part.name, required=False, min_values=0, options=boxes)
    elif part.options and (len(part.options) <= limits.MENU or not part.longest):
        component = ui.Select(
            custom_id=part.name,
            placeholder=part.placeholder or None,
            options=options_of(part.options),
            min_values=0 if part.is_optional else 1,
            max_values=part.most,
            required=not part.is_optional,
        )
    else:
        component = ui.TextInput(custom_id=part.name, default=part.text, max_length=part.longest)
    return ui.Label(text=part.label, description=part.hint or None, component=component)


def options_of(options: Sequence[Choosable]) -> list[discord.SelectOption]:
    """As many options of a menu as fit."""
    return [
        discord.SelectOption(
            label=option.label, value=option.value, description=option.hint or None, default=option.is_chosen
        )
        for option in options[: limits.MENU]
    ]


def row_of(*items: PressButton | PressMenu) -> ui.ActionRow[ui.LayoutView]:
    """Up to five buttons side by side, or one menu."""
    return ui.ActionRow(*items)


_STYLES: Final = {
    Weight.PLAIN: discord.ButtonStyle.secondary,
    Weight.MAIN: discord.ButtonStyle.primary,
    Weight.ONWARD: discord.ButtonStyle.success,
    Weight.DANGER: discord.ButtonStyle.danger,
    Weight.DECLINE: discord.ButtonStyle.danger,
}


def button_of(action: Action) -> PressButton:
    """The button for an action of a screen."""
    return button(action.label, action.act, _STYLES[action.weight], disabled=not action.is_possible)


def rows_of(actions: Sequence[Action]) -> list[ui.ActionRow[ui.LayoutView]]:
    """The actions of a screen as buttons, five in a row."""
    buttons = [*map(button_of, actions)]
    return [row_of(*buttons[start : start + limits.ROW]) for start in range(0, len(buttons), limits.ROW)]


def section(text: str, beside: PressButton) -> ui.Section[ui.LayoutView]:
    """A text with a button beside it."""
    return ui.Section(ui.TextDisplay[ui.LayoutView](text), accessory=beside)


def items_of(lines: Sequence[Line]) -> list[ui.Item[ui.LayoutView]]:
    """The lines of a screen; those with neither a gap nor a button between them share a text."""
    items: list[ui.Item[ui.LayoutView]] = []
    for line in lines:
        if line.gap is not Gap.NONE:
            items.append(ui.Separator(visible=line.gap is Gap.RULE))
        last = items[-1] if items else None
        if line.beside is not None:
            items.append(section(line.text, button_of(line.beside)))
        elif isinstance(last, ui.TextDisplay):
            last.content = f"{last.content}\n{line.text}"
        else:
            items.append(ui.TextDisplay(line.text))
    return items
