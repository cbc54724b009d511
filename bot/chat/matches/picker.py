"""The picker, for choosing a move step by step instead of typing it; built from the legal moves of any game.

The stage chosen so far is kept in the custom ids of the picker's components, so a picker keeps working after a restart.
An outdated picker is recognised by the revision of its match.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord
from discord import ui

import render
from bot.chat.core.messages import Post, image, layout, paint, paint_after, passive, picture
from bot.chat.core.press import PressButton, button, menu, row_of, rows_of
from bot.model.match import Match
from bot.model.people import Person
from bot.model.picking import Ahead, Choice, choose, outlook
from bot.screens.core import Act, Action
from bot.screens.pictures import painted, scene_of, viewpoint_of
from bot.texts import boards as board_texts
from bot.texts import limits, names
from bot.texts import matches as match_texts
from bot.texts import moves as move_texts
from bot.texts import plans as plan_texts
from bot.texts.language import message, say
from rules.core import Option, Position, Seat, Typed

BOARD: Final = "/"
"""The detail of the button that leads from a picker to the board; no move begins with it."""

LAST: Final = "/last"
TAKING_OUT: Final = {
    # Translators: A button under moves that were chosen ahead: the last of them is not planned any more.
    LAST: message("Take out the last"),
    # Translators: A button under moves that were chosen ahead: none of them is planned any more.
    "/all": message("Take out all"),
}
"""The buttons that take moves out of what was chosen ahead: their details, as for `BOARD`, and their labels."""

_MOST_MENUS: Final = 4  # a hundred options in all, as the contract of games promises
_MOST_BUTTONS: Final = 25
"""The most options shown as buttons, which need fewer clicks than menus; a message holds forty components."""
_FEWER_BUTTONS: Final = 15
"""The most options shown as buttons in a message with many other buttons."""


async def picker(
    match: Match, choice: Choice, note: str = "", viewpoint: Seat | None = None, beside: Sequence[PressButton] = ()
) -> Post:
    """The private message for making the next choice or playing the chosen move.

    `note`, above it, is about the move just played with the same message. `viewpoint` is as in a `render.Scene`.
    Further buttons are `beside` Back.
    """
    partials = [branch.partial for branch in choice.branches]
    if choice.final is not None:
        steps = outlook(match.position, choice.final)
        text = move_texts.pick_last(match, choice.final, [step.move for step in steps[1:]])
        position, picture = steps[-1].after, await paint_after(match, steps, viewpoint)
    else:
        text = _asked(match.position, choice, _MOST_BUTTONS)
        position = match.position
        picture = await paint(match, options=partials, chosen=choice.chosen, viewpoint=viewpoint)
    at = match.id, match.revision
    pick, back, play = Act("pick", *at), Act("pick_at", *at), Act("play", *at)
    if match.voting is not None:
        pick, back, play = Act("ballot_pick", *at), Act("ballot_pick", *at), Act("vote", *at)
    label = "" if choice.move is None else board_texts.play_label(match, choice.move)
    if not choice.back and match.is_solitary:  # whose board has the first options
        choice = replace(choice, back=BOARD)
    choice = _as_drawn(match.position, choice, viewpoint, goes_on=match.history.goes_on)
    framed = layout if match.is_solitary else passive  # like the board that it replaces
    view = framed(
        ui.TextDisplay("\n".join(filter(None, (note, f"**{names.title(match)}** · {text}")))),
        image(match_texts.picker_alt(match.game, choice.chosen, partials), instead=position),
        *_options(match.position, choice, pick, back, _MOST_BUTTONS),
        *_buttons(choice, (label, play), (say("Back"), back), beside),
    )
    return Post(view, picture)


async def ahead(
    match: Match, person: Person, next_turn: Ahead, chosen: str, note: str, beside: Sequence[PressButton]
) -> Post:
    """The private message for choosing moves ahead, with those that are planned already, in words and on the board.

    `note` and `beside` are as in `picker`.
    """
    act, viewpoint, plan = (
        Act("ahead", match.id, next_turn.number),
        viewpoint_of(match, person.id),
        match.plan_of(person.id),
    )
    position = next_turn.position or (next_turn.steps[-1].after if next_turn.steps else match.position)
    choice = None if next_turn.position is None else choose(position, chosen) or choose(position, "")
    asked, rows = say("There's nothing more to choose ahead."), list[ui.ActionRow[ui.LayoutView]]()
    if plan.tree.moves:
        taking_out = (button(say(label), replace(act, detail=detail)) for detail, label in TAKING_OUT.items())
        beside = (*taking_out, *beside)
    if choice is None:
        choice = Choice("", (), None, None)
    else:
        choice = _as_drawn(position, choice, viewpoint)
        asked, rows = _asked(position, choice, _MOST_BUTTONS), [*_options(position, choice, act, act, _MOST_BUTTONS)]
    # Translators: A button that adds a move, such as “a4<c4”, to those chosen ahead.
    label = "" if choice.move is None else say("Plan {move}", move=Typed(choice.move))
    partials = [branch.partial for branch in choice.branches]
    scene = scene_of(match, options=partials, chosen=choice.chosen, viewpoint=viewpoint)
    scene = replace(scene, steps=next_turn.steps or scene.steps, previewed_by=match.seat_of(person.id))
    view = passive(
        ui.TextDisplay(names.lines(note, f"**{names.title(match)}** · {asked}", plan_texts.plan(match, plan))),
        image(match_texts.picker_alt(match.game, choice.chosen, partials), instead=position),
        *rows,
        *_buttons(choice, (label, act), (say("Back"), act), beside),
    )
    return Post(view, await picture(lambda: painted(position, scene)))


def _options(
    position: Position, choice: Choice, from_menu: Act, by_button: Act, most: int
) -> Sequence[ui.ActionRow[ui.LayoutView]]:
    """The next options, as buttons, or as menus if there are more than `most`.

    The detail of the act is extended: with a number that distinguishes menus, or with the stage of a button.
    """
    options = _offered(position, choice)
    if len(options) <= most:
        acts = [replace(by_button, detail=f"{by_button.detail}{branch.partial}") for branch in choice.branches]
        return rows_of([Action(label, act) for label, act in zip(move_texts.option_labels(options), acts, strict=True)])
    listed = [
        discord.SelectOption(
            label=say(option.label), value=branch.partial, description=names.shortened(say(option.effect)) or None
        )
        for option, branch in zip(options, choice.branches, strict=True)
    ]
    chunks = [listed[start : start + limits.MENU] for start in range(0, len(listed), limits.MENU)][:_MOST_MENUS]
    return [
        row_of(
            menu(
                move_texts.menu_hint([option.label for option in chunk]),
                replace(from_menu, detail=f"{from_menu.detail}{index}/{choice.chosen}"),
                chunk,
            )
        )
        for index, chunk in enumerate(chunks)
    ]


def _as_drawn(position: Position, choice: Choice, viewpoint: Seat | None, *, goes_on: bool = False) -> Choice:
    """The choice with its buttons for places in the order in which somebody sees these on the board.

    What ends a turn that `goes_on` comes first.
    """
    stages = {branch.partial: branch for branch in choice.branches}
    order: list[str] = [move for move in position.named_moves() if move in stages and goes_on]
    if len(stages) <= _MOST_BUTTONS:
        scene = render.Scene(options=tuple(stages), chosen=choice.chosen, viewpoint=viewpoint)
        order += render.in_reading_order(position, scene)
    return replace(choice, branches=tuple({stage: stages[stage] for stage in (*order, *stages)}.values()))


def _offered(position: Position, choice: Choice) -> Sequence[Option]:
    """The next options, in the words of the game."""
    return [position.option(branch.partial, branch.moves) for branch in choice.branches]


def _asked(position: Position, choice: Choice, most: int) -> str:
    """The text over the options: the question, and effects that the buttons have no space for."""
    options = _offered(position, choice)
    effects = move_texts.option_effects(options) if len(options) <= most else ""
    return "\n".join(filter(None, (move_texts.question(position, choice), effects)))


def question(position: Position, choice: Choice) -> str:
    """The text over the rows of options."""
    return _asked(position, choice, _FEWER_BUTTONS)


def _first_choice(match: Match, viewpoint: Seat | None) -> Choice:
    choice = choose(match.position, "")
    assert choice is not None, "somebody is to move"
    return _as_drawn(match.position, choice, viewpoint, goes_on=match.history.goes_on)


def first_question(match: Match, viewpoint: Seat | None) -> str:
    """The first question, for the board of a solitary player who is to move."""
    return question(match.position, _first_choice(match, viewpoint))


def first_rows(match: Match, viewpoint: Seat | None) -> Sequence[ui.ActionRow[ui.LayoutView]]:
    """The rows of the options of the first question."""
    choice = _first_choice(match, viewpoint)
    at = match.id, match.revision
    play = "" if choice.move is None else board_texts.play_label(match, choice.move), Act("play", *at)
    pick, back = Act("pick", *at), Act("pick_at", *at)
    return [*_options(match.position, choice, pick, back, _FEWER_BUTTONS), *_buttons(choice, play, ("", back))]


def rows(position: Position, choice: Choice, pick: Act, play: Act, label: str) -> Sequence[ui.ActionRow[ui.LayoutView]]:
    """The rows of the next options, and of the buttons that play the chosen move or go back.

    The details of these acts are extended with a stage or a move.
    """
    return [
        *_options(position, choice, pick, pick, _FEWER_BUTTONS),
        *_buttons(choice, (label, play), (say("Choose again"), pick)),
    ]


def _buttons(
    choice: Choice, play: tuple[str, Act], back: tuple[str, Act], beside: Sequence[PressButton] = ()
) -> Sequence[ui.ActionRow[ui.LayoutView]]:
    """The buttons that play the chosen move or go back, as far as possible, each given by its label and act.

    The buttons `beside` them follow.
    """
    buttons: list[PressButton] = []
    for (label, act), token in ((play, choice.move), (back, choice.back)):
        if token is not None:
            style = discord.ButtonStyle.success if token is choice.move else discord.ButtonStyle.secondary
            buttons.append(button(label, replace(act, detail=f"{act.detail}{token}"), style))
    buttons += beside
    return [row_of(*buttons)] if buttons else []
