"""Texts for moving and picking moves."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Final

from bot.model.history import only_move
from bot.model.match import Match, Summary, WaitingBoard
from bot.model.people import Person
from bot.model.picking import Choice
from bot.texts import limits
from bot.texts.boards import roll_line
from bot.texts.language import as_sentence, bracketed, labelled, listed, message, paragraph, say, sentence, strung
from bot.texts.matches import brief
from bot.texts.names import first_sentence, link, linked, name, plain_text, shortened, within
from bot.texts.vocabulary import in_own_words
from rules.core import CHANCE, InvalidMove, Move, MoveError, Option, Position, Typed
from rules.wording import no_sign, quotation

_MOST_REASONS: Final = 5  # lines
_MOST_LISTED: Final = 5
_ROOM: Final = 160
"""How many characters on the buttons of a picker fill six lines on a phone."""


def move_in_words(position: Position, move: Move) -> str:
    """A sentence with a move's effect or, for a named move, its name."""
    label = position.named_moves().get(move)
    return as_sentence(
        say("{move} {action}", move=f"`{in_own_words(move)}`", action=say(position.describe(move)))
        if label is None
        else f"**{say(label)}**"
    )


def played(match: Match, person: Person, move: Move) -> str:
    """The private answer to a player who has moved: the move, forced moves after it, and whether the turn goes on."""
    seat = match.seat_of(person.id)
    assert seat is not None, "the person has moved"
    board = say("Match #{match.id}", match=match)
    steps = match.history.steps
    ply = next(ply for ply in reversed(range(len(steps))) if steps[ply].move == move and steps[ply].before.turn == seat)
    before, following = steps[ply].before, steps[ply + 1 :]
    forced = takewhile(lambda step: only_move(step.before, seat) is not None, following)
    parts = [
        say(
            "{match}, played: {move}",
            match=f"[{board}]({link(match)})" if link(match) else board,
            move=move_in_words(before, move),
        ),
        _followed(
            message("There was only one way to go on, so this was played too: {moves}."), [step.move for step in forced]
        ),
    ]
    rolls = list(takewhile(lambda step: step.before.turn is CHANCE, following))
    line = [roll_line(*rolls)] if rolls else []
    is_to_go_on = match.to_move is not None and match.position.turn == seat and match.history.goes_on
    done, after = paragraph(*parts), say("Your turn goes on.") if is_to_go_on else ""
    return "\n".join(filter(None, (done, *line, after))) if line else paragraph(done, after)


def waits_too(match: Summary | None) -> str:
    """A line to follow the answer to a move: the next match that waits for the player; empty if there is none."""
    return "" if match is None else say("-# Next, {match} waits for you.", match=linked(match))


def _followed(sentence: str, moves: Sequence[Move]) -> str:
    """A sentence with the moves that follow automatically; empty if there are none."""
    return say(sentence, moves=tuple(f"`{in_own_words(move)}`" for move in moves)) if moves else ""


TYPED: Final = message("Your move")
"""The label of the text field in a modal for typing a move."""


def question(position: Position, choice: Choice) -> str:
    """The question over a picker's options."""
    asked = say(position.question(choice.chosen))
    further = say("Or play what you've chosen.") if choice.move is not None and choice.chosen else ""
    return paragraph(asked, further)


def pick_last(match: Match, move: Move, forced: Sequence[Move]) -> str:
    """The text over the button that plays the picked move; `forced` are the moves that will follow automatically."""
    return preview(match.position, move, "" if match.to_move is None else name(match.to_move), forced)


def preview(position: Position, move: Move, player: str = "", forced: Sequence[Move] = ()) -> str:
    """The effect of a chosen move before it is played, with the `player` and the `forced` moves after it."""
    side = say(position.side(position.turn)) if isinstance(position.turn, int) else ""
    who = f"**{player or side}**" if move in position.named_moves() else f"`{in_own_words(move)}`"
    parts = [
        as_sentence(
            bracketed(say("{move} {action}", move=who, action=say(position.describe(move))), say(position.odds(move)))
        ),
        _followed(message("There's only one way to go on, so this is played too: {moves}."), forced),
        say("No other move is possible.") if len(position.legal_moves()) == 1 else "",
        say("This is how the board would look. Nothing is played yet."),
    ]
    return paragraph(*parts)


def menu_hint(labels: Sequence[str]) -> str:
    """The placeholder of a menu: its options, or the first and the last one."""
    labels = [say(label) for label in labels]
    return shortened(listed(labels, "or") if len(labels) <= _MOST_LISTED else f"{labels[0]} … {labels[-1]}")


def option_labels(options: Sequence[Option]) -> list[str]:
    """The labels of a picker's buttons: each option with its effect, or alone if they would fill a phone."""
    if _fill_a_phone(options):
        return [say(option.label) for option in options]
    return [shortened(_told(option), limits.BUTTON_LABEL) for option in options]


def option_effects(options: Sequence[Option]) -> str:
    """The effects of options whose buttons have no room for them; empty if the buttons say them, or there are none."""
    labels = dict[str, list[str]]()
    for option in options if _fill_a_phone(options) else ():
        labels.setdefault(say(option.effect), []).append(say(option.label))
    most = max(labels, key=lambda effect: len(labels[effect]), default="")
    groups = [(effect, named) for effect, named in labels.items() if effect and effect != most]
    parts = [labelled(_in_bold(named), effect) for effect, named in groups]
    if most:
        rest = say("the others") if groups else say(_ALL)
        parts.append(labelled(rest if len(labels[most]) > _MOST_LISTED else _in_bold(labels[most]), most))
    return f"-# {' · '.join(parts)}" if parts else ""


_ALL: Final = message("all", "options to choose from")


def _in_bold(labels: Sequence[str]) -> str:
    return f"**{strung(labels)}**"


def _fill_a_phone(options: Sequence[Option]) -> bool:
    return sum(len(_told(option)) for option in options) > _ROOM


def _told(option: Option) -> str:
    return " · ".join(filter(None, map(say, option)))


def move_label(position: Position, move: Move, match: str = "") -> str:
    """The label of a legal move in a list of suggestions: token, match if there are several, odds and effect."""
    facts = (in_own_words(move), match, say(position.odds(move)), say(position.describe(move)))
    return shortened(" · ".join(filter(None, facts)))


def no_move(reason: MoveError, match: str = "") -> str:
    """The label in place of a suggestion: why a typed text is not legal, with the match if there are several."""
    why = first_sentence(say(reason.reason))
    return shortened(labelled(match, why) if match and why else match or why)


def not_your_turn(match: Summary) -> str:
    """The label in place of a suggestion if it is not the person's turn: whom the match waits for."""
    waited_for = match.to_move

    def composed(named: Callable[[Person], str]) -> str:
        return say(
            "It isn't your turn in {match.game.name} #{match.id}: the match waits for {player}",
            match=match,
            player=say("another player") if waited_for is None else named(waited_for),
        )

    return within(limits.SUGGESTION, composed)


LEGAL_IN_SEVERAL: Final = message("This move is legal in several of your matches. Where do you want to play it?")
"""The question over the buttons for the matches in which a typed move is legal."""


def bare_cell(text: str) -> str:
    """The question over the buttons for the waiting matches after a single cell was typed."""
    return say("`{text}` could be meant for several of your matches. Which one?", text=text)


def legal_in_none(text: str, reasons: Sequence[tuple[WaitingBoard, MoveError]], person: Person) -> str:
    """The text over the buttons for the waiting matches if a typed move is legal in none: why, and what to do."""
    if all(isinstance(error, InvalidMove) for _board, error in reasons):
        board, _error = reasons[0]
        reason_said = say(
            "{text} isn't a move in any match that waits for you. Which match do you mean? A move of {game} looks like `{example}`.",
            text=plain_text(say(quotation(text))),
            game=board.match.game.name,
            example=Typed(board.position.legal_moves()[0]),
        )
        return paragraph(reason_said, plain_text(say(no_sign(text))))
    parts = [
        "- "
        + labelled(plain_text(brief(board.match, person)), as_sentence(first_sentence(say(error.reason)).rstrip(".。")))
        for board, error in reasons
    ]
    why = "\n".join(parts[:_MOST_REASONS])
    asked = say("This isn't a legal move in any match that waits for you. Which match do you mean?")
    return f"{asked}\n{why}"


@sentence.register
def _(error: MoveError) -> str:
    return paragraph(say(error.reason), say("Nothing was played."))
