"""Messages with an analysis board: the position, the menus of moves, and buttons back and forward."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from bot.actions.analysis import AnalysisBoard
from bot.chat.core.messages import Post, image, layout, paint, plain
from bot.chat.core.press import Press, PressMenu, button, menu, row_of
from bot.chat.matches import picker
from bot.model.match import State
from bot.model.people import Person
from bot.model.picking import choose
from bot.model.plans.tree import PlanTree
from bot.pictures import viewpoint_of
from bot.texts import analysis as sentences
from bot.texts import matches, moves, names
from bot.texts.language import say
from rules.core import CHANCE, Position

_MOST_BRANCHES: Final = 25  # Discord's limit for a menu


async def board(trial: AnalysisBoard, person: Person, chosen: str = "") -> Post:
    """A person's private board, with the part of the next move chosen so far."""
    then, tried, match = trial.then, trial.analysis, trial.match
    position = then.history.position
    choice = choose(position, chosen)
    options = [branch.partial for branch in choice.branches] if choice is not None and choice.chosen else ()
    picture = await paint(then, options=options, chosen=chosen, viewpoint=viewpoint_of(match, person.id))
    question = moves.question(position, choice) if choice is not None and choice.branches else ""
    items: list[ui.Item[ui.LayoutView]] = [
        ui.TextDisplay(sentences.board(trial, question)),
        image(matches.alt_text(then)),
    ]
    if choice is not None:
        at = (match.id, tried.revision)
        items += picker.rows(position, choice, Press("try_pick", *at), Press("try_play", *at), picker.TRY)
    if len(tried.branches) > 1:
        items.append(row_of(_branches(position, trial)))
    return Post(layout(*items, *_navigation(trial, position, person)), picture)


def _branches(position: Position, trial: AnalysisBoard) -> PressMenu:
    """A menu of the moves tried from a position."""
    named = position.named_moves()
    options = [
        discord.SelectOption(
            label=say(named[move]) if move in named else move,
            value=move,
            description=names.shortened(say(position.odds(move) or position.describe(move))),
        )
        for move in trial.analysis.branches[:_MOST_BRANCHES]
    ]
    press = Press("try_branch", trial.match.id, trial.analysis.revision)
    return menu(say(sentences.TRIED_HERE), press, options)


def _navigation(trial: AnalysisBoard, position: Position, person: Person) -> Sequence[ui.ActionRow[ui.LayoutView]]:
    """The buttons for navigating and using the moves tried."""
    tried, match = trial.analysis, trial.match
    at = (match.id, tried.revision)
    steps = [
        button(say("Start"), Press("try_go", *at, "start"), disabled=not tried.path),
        button(say("Back"), Press("try_go", *at, "back"), disabled=not tried.path),
        button(say("Forward"), Press("try_go", *at, "forward"), disabled=not tried.branches),
        button(say("Take out"), Press("try_go", *at, "cut"), disabled=not tried.path),
    ]
    if position.turn is CHANCE:
        steps.append(button(say("Roll"), Press("try_roll", *at), discord.ButtonStyle.primary))
    others = [button(say("Type moves"), Press("try_window", *at)), button(say("Text"), Press("try_text", *at))]
    if match.state is State.RUNNING and match.seat_of(person.id) is not None:
        others.append(button(say("Make this my plan"), Press("try_plan", *at), disabled=not tried.path))
    return [row_of(*steps), row_of(*others)]


def plan_question(trial: AnalysisBoard, tree: PlanTree, person: Person) -> Post:
    """The question whether to turn a line into a plan."""
    match, tried = trial.match, trial.analysis
    keep = Press("try_plan_yes", match.id, tried.revision, str(match.revision))
    buttons = row_of(
        button(say("Make this my plan"), keep, discord.ButtonStyle.success),
        button(say("Back to the board"), Press("try_show", match.id, tried.revision)),
    )
    return Post(plain(sentences.plan_question(match, tree, person), buttons))
