"""What players keep beside a match, in private: plans, which are played when their turns come, and notes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from bot.actions import analysis
from bot.actions import plans as planning
from bot.actions.change import check_running
from bot.model.match import Match, waits_for
from bot.model.people import Actor
from bot.model.plans.parsing import LONGEST_TEXT
from bot.model.plans.tree import PlanTree, meaning
from bot.model.refusals import Refusal
from bot.model.refusals.matches import PlanRefused
from bot.screens.core import VALUE, Act, Action, Ask, Asked, Handler, Part, Screen, Weight, on
from bot.screens.matches import back_to
from bot.screens.pictures import Diagram, viewpoint_of
from bot.texts import matches as match_texts
from bot.texts import names
from bot.texts import plans as plan_texts
from bot.texts.language import labelled, say
from bot.texts.vocabulary import in_own_words, moves_in_english
from rules.core import Move, MoveError, Seat, Typed

_MOST_BOARDS: Final = 6
_NO: Final = "no"


@on("plan", beside=True, at="/matches/{match_id}/plan")
async def show_plan(asked: Asked) -> Screen:
    """Handle Plan, behind More."""
    return await _plan(asked)


async def _plan(asked: Asked) -> Screen:
    match = await asked.match()
    check_running(match, asked.person)
    return plan_of(match, asked.person.id, match.ply)


def plan_of(match: Match, person_id: int, ply: int) -> Screen:
    """A person's plan, and its moves played since the match had `ply` entries."""
    plan, seat = match.plan_of(person_id), match.seat_of(person_id)
    played = [step.move for step in match.history.steps[ply:] if step.before.turn == seat]
    actions = [Action(say("Edit"), Act("plan_edit", match.id))]
    if plan.whole:
        actions.append(Action(say("Clear"), Act("plan_clear", match.id)))
    title, part = plan_texts.modal_title(match), replace(_typed(plan.whole), hint=plan_texts.how(match, plan))
    return Screen(
        title=title,
        heading=f"**{names.title(match)}**",
        text=plan_texts.plan(match, plan, played),
        here=None if played else Act("plan", match.id),
        boards=boards_of(match, person_id, plan.whole),
        actions=actions,
        form=Ask(Act("plan_save", match.id), title, [part], say("Keep this plan"), unfolds=say("Type moves")),
        others=(Action(say("Plan on the board"), Act("try_show", match.id), Weight.MAIN),),
        hint="" if plan.whole else f"-# {plan_texts.how(match, plan, '/plan moves:')}",
        up=back_to(match),
    )


def _typed(tree: PlanTree) -> Part:
    """The part in which a plan is typed, with this one in it."""
    text = plan_texts.written(tree)
    return Part(name=VALUE, label=plan_texts.modal_label(), longest=LONGEST_TEXT, is_long=True, text=text)


def boards_of(match: Match, person_id: int, tree: PlanTree) -> Sequence[tuple[Diagram, str]]:
    """The first few boards to which a person's plan leads in a match, each with its moves."""
    seat, board = match.seat_of(person_id), Diagram.of(match, viewpoint_of(match, person_id))
    return [] if seat is None else [*islice(_boards(board, tree, seat), _MOST_BOARDS)]


def _boards(board: Diagram, tree: PlanTree, seat: Seat, theirs: tuple[Move, ...] = ()) -> Iterator[tuple[Diagram, str]]:
    """The boards that a plan leads to as far as it says what the others play, which is `theirs` for the first one."""
    then = board.after(*theirs) if theirs else board
    moves = list[Move]()
    for text in tree.moves:
        move = meaning(then.position, text) if then.position.turn == seat else None
        if move is None:
            break
        then = then.after(move)
        moves.append(move)
    if moves:
        answered, answer = (in_own_words(", ".join(some)) for some in (theirs, moves))
        yield board.after(*theirs, *moves), labelled(answered, answer) if theirs else answer
    if len(moves) < len(tree.moves):
        return
    for branch in tree.branches:
        position, answered = then.position, list[Move]()
        for text in branch.after:
            move = meaning(position, text)
            if move is None:
                break
            position = position.play(move)
            answered.append(move)
        else:
            yield from _boards(then, branch.tree, seat, tuple(answered))


async def keep(
    asked: Asked,
    match: Match,
    text: str,
    *,
    adding: bool = False,
    agreed: int | None = None,
) -> Screen:
    """Store a plan, or add to it, and show the moves that followed. Raises the errors of a plan.

    Where its first move would be played now, it is only asked whether to, unless the match has the revision at which the
    person has `agreed` to that.
    """

    def check(now: Match, drafted: planning.Draft) -> None:
        if drafted.tree.moves and waits_for(now, asked.person.id) and now.revision != agreed:
            raise _PlaysNow(now, drafted.tree)

    actor = await asked.actor_in(match.id)
    try:
        change = await planning.keep(
            asked.context,
            actor,
            match.id,
            text,
            in_english=moves_in_english,
            adding=adding,
            is_shown_at_once=not asked.is_shown_in_turn,
            check=check,
        )
    except _PlaysNow as question:
        return _question(question.match, question.tree)
    return plan_of(await asked.show(change), asked.person.id, match.ply)


class _PlaysNow(Exception):
    """The exception that ends the keeping of a plan whose first move would be played now."""

    def __init__(self, match: Match, tree: PlanTree) -> None:
        """Keep the match and the plan as they are now."""
        super().__init__(match.id)
        self.match, self.tree = match, tree


def _question(match: Match, tree: PlanTree) -> Screen:
    """The question whether to keep a plan whose first move is played now."""
    title, act = plan_texts.modal_title(match), Act("plan_sure", match.id, match.revision)
    return Screen(
        title=title,
        text=plan_texts.plays_now(match, tree),
        form=Ask(act, title, [_typed(tree)], say("Play {move}", move=Typed(in_own_words(tree.moves[0])))),
        keeps=True,
        actions=[Action(say("No"), Act("plan_sure", match.id, detail=_NO))],
        up=back_to(match),
    )


@on("plan_clear")
async def clear(asked: Asked) -> Screen:
    """Handle Clear, under a plan."""
    return await keep(asked, await asked.match(), "")


@on("plan_save", takes_value=True)
async def save(asked: Asked) -> Screen:
    """Handle an edited plan. Raises `PlanRefused`."""
    return await _saved(asked, None)


@on("plan_sure", keeps=True)
async def decide(asked: Asked) -> Screen:
    """Handle the answers to the question whether to play the first move of a plan. Raises `PlanRefused`."""
    return await (_plan(asked) if asked.act.detail == _NO else _saved(asked, asked.act.revision))


async def _saved(asked: Asked, agreed: int | None) -> Screen:
    match = await asked.match()
    try:
        return await keep(asked, match, asked.act.value, agreed=agreed)
    except (Refusal, MoveError) as refusal:
        raise PlanRefused(refusal, asked.act.value) from refusal


@on("note", beside=True, at="/matches/{match_id}/note")
async def show_note(asked: Asked) -> Screen:
    """Handle Note, behind More."""
    return await _note(asked)


async def _note(asked: Asked) -> Screen:
    return _note_of(*await analysis.read(asked.context, await _author(asked), asked.act.match_id))


async def _author(asked: Asked) -> Actor:
    """The person, whose note is theirs wherever they ask, if they may see the match from here. Raises like `find`."""
    await asked.match()
    return Actor(asked.person, None)


def _note_of(match: Match, text: str) -> Screen:
    title, part = (
        match_texts.modal_title(match),
        Part(
            name=VALUE,
            label=match_texts.modal_label(),
            in_full=names.plain_text(text),
            longest=analysis.LONGEST,
            is_long=True,
            text=text,
        ),
    )
    return Screen(
        title=title,
        text=match_texts.note(match, text),
        here=Act("note", match.id),
        actions=(Action(say("Write"), Act("note_edit", match.id)),),
        form=Ask(Act("note_save", match.id), title, [part], say("Keep this note")),
        up=back_to(match),
    )


@on("note_save", takes_value=True)
async def write(asked: Asked) -> Screen:
    """Handle an edited note."""
    author = await _author(asked)
    return _note_of(*await analysis.write(asked.context, author, asked.act.match_id, asked.act.value))


async def _edit_plan(asked: Asked) -> Ask:
    """Handle Edit, under a plan."""
    return _window(await _plan(asked))


async def _edit_note(asked: Asked) -> Ask:
    """Handle Write, under a note."""
    return _window(await _note(asked))


def _window(screen: Screen) -> Ask:
    assert screen.form is not None, "there is something to write"
    return screen.form


EDIT_PLAN: Final = Handler("plan_edit", _edit_plan, asks=True)
EDIT_NOTE: Final = Handler("note_edit", _edit_note, asks=True)
