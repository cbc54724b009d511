"""The scenes of boards in the language spoken, the pictures of a review, and painting with a cache."""

from collections.abc import Generator, Hashable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from threading import Condition
from typing import Final, Self

from cachetools import LRUCache, cached

import render
from bot.model.characters import character_keys
from bot.model.match import Match
from bot.model.people import Person
from bot.model.puzzles import Trial
from bot.model.ratings import Profile
from bot.model.replays import Playthrough, Replay
from bot.model.reviews import Decision, Review, Side
from bot.model.settings import USUAL, View
from bot.outside import telemetry
from bot.records.lessons import Lesson
from bot.records.rulebooks import Illustration
from bot.texts import boards as board_texts
from bot.texts import reviews as review_texts
from bot.texts.clocks import short_day, short_month
from bot.texts.language import ENGLISH, message, say, speaking, spoken, voice
from bot.texts.markup import html
from bot.texts.names import literal_name, title, you_to_move
from bot.texts.ratings import pool_name, ratings_now
from render.diagrams import diagram
from rules import GAMES
from rules.core import Game, Move, Outcome, Position, Seat
from rules.record import Step, steps_from

_OWN_THEME: Final[ContextVar[str]] = ContextVar("own_theme", default="")


@contextmanager
def looking(theme: str) -> Generator[None]:
    """A context in which boards have a person's own theme, in this task and in those that it starts; none if it is empty."""
    before = _OWN_THEME.set(theme)
    try:
        yield
    finally:
        _OWN_THEME.reset(before)


def own_theme() -> str:
    """The theme of whoever looks, instead of that which everybody sees; empty if they have chosen none."""
    return _OWN_THEME.get()


def _theme_seen(usual: str) -> str:
    """The theme in which whoever looks sees what everybody sees in the `usual` one."""
    return own_theme() or usual


def name_on_picture(person: Person) -> str:
    """A person's name as `literal_name`, marked in a language whose letters the picture can show."""
    with speaking(voice().code):
        return literal_name(person)


def scene_of(
    playthrough: Playthrough, *, options: Sequence[str] = (), chosen: str = "", viewpoint: Seat | None = None
) -> render.Scene:
    """The scene of the current board; see `render.Scene` for `options`, `chosen` and `viewpoint`.

    A place that names the players itself replaces `is_bare` in it, or in a `Diagram`: picture, size, areas and motion
    follow the scene.
    """
    return replace(Diagram.of(playthrough, viewpoint), options=options, chosen=chosen).scene


def filmed(replay: Replay) -> Replay:
    """A replay for films and sheets, whose players have the names that boards show."""
    return replace(replay, players=tuple(replace(player, name=name_on_picture(player)) for player in replay.players))


def scene_after(match: Match, steps: Sequence[Step], viewpoint: Seat | None = None) -> render.Scene:
    """The scene of the board after further steps, which are only looked at."""
    return render.Scene(
        names=tuple(map(name_on_picture, match.seated)),
        steps=(*(match.history.last_turn if match.history.goes_on else ()), *steps),
        theme=_theme_seen(match.theme),
        viewpoint=viewpoint,
        faces=character_keys(match.seated),
        previewed_by=steps[0].mover,
        say=voice(),
    )


def viewpoint_of(match: Match, person_id: int | None = None) -> Seat | None:
    """The seat from whose side a person sees the board in private; None for the usual view, from the first seat.

    Without a person, the seat for the board that everybody sees: that of a person who plays characters alone.
    """
    if person_id is None:
        if not match.is_solitary:
            return None
        person_id = next(person.id for person in (*match.seated, *match.invited) if not person.is_computer)
    seat, preferences = match.seat_of(person_id), match.preferences.get(person_id, USUAL)
    return seat if seat and preferences.view is View.OWN and render.has_sides(match.position) else None


_MOST_KEPT: Final = 5_000_000
"""The bytes of cached pictures, about 50 kB each: enough for what channels and watchers ask for at the same time."""


def _as_it_looks(position: Position, scene: render.Scene) -> Hashable:
    """The cache key of a picture. The first seat sees a board as everybody does, so it shares their picture."""
    return position, replace(scene, viewpoint=scene.viewpoint if scene.is_turned else None)


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position, reached by `steps`; the other fields are as in `render.Scene`."""

    game: Game
    position: Position
    steps: Sequence[Step]
    theme: str
    names: Sequence[str] = ()
    faces: Sequence[str] = ()
    options: Sequence[str] = ()
    chosen: str = ""
    outcome: Outcome | None = None
    viewpoint: Seat | None = None
    is_bare: bool = False

    @classmethod
    def of(cls, playthrough: Playthrough, viewpoint: Seat | None = None) -> Self:
        """The current board of a match."""
        history = playthrough.history
        return cls(
            history.game,
            history.position,
            playthrough.shown_turns,
            playthrough.theme,
            [*map(name_on_picture, playthrough.seated)],
            character_keys(playthrough.seated),
            outcome=playthrough.outcome,
            viewpoint=viewpoint,
        )

    def after(self, *moves: Move) -> Self:
        """The diagram after moves, the last steps that it shows."""
        steps = tuple(steps_from(self.position, moves))
        return replace(self, position=steps[-1].after, steps=steps)

    @property
    def scene(self) -> render.Scene:
        """The scene of its picture."""
        return render.Scene(
            names=tuple(self.names),
            steps=tuple(self.steps),
            options=tuple(self.options),
            chosen=self.chosen,
            theme=_theme_seen(self.theme),
            faces=tuple(self.faces),
            outcome=self.outcome,
            viewpoint=self.viewpoint,
            say=voice(),
            is_bare=self.is_bare,
        )


def puzzle_board(trial: Trial) -> Diagram:
    """The board of a puzzle, for the person who solves it."""
    position = trial.puzzle.position
    return Diagram(trial.puzzle.game, position, (), trial.theme, you_to_move(position))


def lesson_board(lesson: Lesson, theme: str) -> Diagram:
    """The board of a lesson, for the person who learns."""
    return Diagram(lesson.game, lesson.position, lesson.steps, theme, you_to_move(lesson.position))


_MOST_ILLUSTRATED: Final = 20_000_000
"""The bytes of cached illustrations: enough for those of all rule books in all languages."""


def _as_it_is_said(_game: Game, shown: Illustration) -> Hashable:
    """The cache key of an illustration: its words are in the language spoken."""
    return shown, spoken()


def _bytes_of(picture_and_type: tuple[bytes, str]) -> int:
    return len(picture_and_type[0])


@cached(
    LRUCache(_MOST_ILLUSTRATED, _bytes_of),
    key=_as_it_is_said,
    condition=Condition(),
)
def illustration(game: Game, shown: Illustration) -> tuple[bytes, str]:
    """The picture of a page of a rule book, and its extension; call it off the event loop.

    In English it is a file; with the words of another language it is painted. Raises OSError if the file is missing.
    """
    if spoken() == ENGLISH:
        return shown.file.read_bytes(), shown.file.suffix[1:]
    drawing = diagram(GAMES[game.family], shown.file, shown.title)
    return painted(drawing.position, replace(drawing.scene, say=voice())), render.EXTENSION


@cache
def illustrated(game: Game, shown: Illustration) -> tuple[int, int]:
    """The width and height of an `illustration` in pixels, the same in all languages."""
    drawing = diagram(GAMES[game.family], shown.file, shown.title)
    return render.picture_size(drawing.position, drawing.scene)


@cached(LRUCache(_MOST_KEPT, len), key=_as_it_looks, condition=Condition())
def painted(position: Position, scene: render.Scene) -> bytes:
    """Paint a picture, and report the time it takes to the metrics. Thread-safe; call it off the event loop.

    Channel, page and watchers see the same boards: the latest pictures are cached, and one that several callers ask for
    at once is painted once.
    """
    if not telemetry.watched():
        return render.picture(position, scene)
    with telemetry.stages(telemetry.WAITING) as reached:
        return render.picture(position, scene, reached)


_MOST_MOVING: Final = 2_000_000
"""The bytes of cached motions, a few kB each: enough for everybody who watches the same moves."""

_BESIDE_SPRITES: Final = 4_000
"""About as many bytes as the steps and the numbers of a motion take, whatever it shows."""


def _bytes_of_motion(motion: render.Motion | None) -> int:
    return _BESIDE_SPRITES + (0 if motion is None else len(motion.data))


@cached(LRUCache[Hashable, render.Motion | None](_MOST_MOVING, _bytes_of_motion), condition=Condition())
def moved(steps: tuple[Step, ...], scene: render.Scene) -> render.Motion | None:
    """How the pieces of some steps are seen to move, over the picture after them. Thread-safe, but it takes a while."""
    on_the_way = render.Scene(theme=scene.theme, viewpoint=scene.viewpoint, say=scene.say, is_bare=scene.is_bare)
    positions = [steps[0].before, *(step.after for step in steps[:-1])]
    return render.motion([*((position, on_the_way) for position in positions), (steps[-1].after, scene)])


_MOST_SMALL: Final = 2_000_000
"""The bytes of cached thumbnails, about 20 kB each."""


@cached(LRUCache(_MOST_SMALL, len), key=_as_it_looks, condition=Condition())
def thumbnail(position: Position, scene: render.Scene) -> bytes:
    """Paint a small picture of a board without its players. Thread-safe; call it off the event loop."""
    return render.thumbnail(position, scene)


def emblem(game: Game, theme: str = "") -> bytes:
    """The small picture that stands for a game, with nobody to move, in the language spoken; call it off the event loop."""
    return thumbnail(render.sample(game), render.Scene(theme=theme, say=voice(), is_bare=True))


SIDES: Final[Mapping[Side, str]] = {
    Side.PLAYED: message("As it was played"),
    Side.ANSWER: message("The answer to it"),
    Side.BETTER: message("The better move"),
}
"""The labels of a moment's pictures."""


def end_card(match: Match, review: Review | None, *, is_wide: bool = False) -> bytes:
    """The final board, the new ratings and, with a review, how the chances changed; call it off the event loop."""
    chances, new = None if review is None else chances_of(match, review), ratings_now(match)
    ending = html(board_texts.outcome(match)).striptags()
    card = render.Card(title(match), match.position, scene_of(match), chances, new, ending)
    return render.card(card, is_wide=is_wide)


def chances_of(match: Match, review: Review) -> render.Chances:
    """How the chances changed over a match."""
    plies = [decision.ply for decision in review.decisions]
    return render.Chances(
        review_texts.chances_title(match, review),
        [name_on_picture(player) for player in match.players],
        [decision.chances for decision in review.decisions],
        [plies.index(decision.ply) for decision in review.moments],
        _theme_seen(match.theme),
        numbers=[match.history.moves_upto(ply + 1) for ply in plies],
        position=match.position,
        axis=say("move:"),
    )


def curve_of(profile: Profile, theme: str) -> render.Curve:
    """The chart of a person's ratings. The name is left to the text beside it, where every script can be shown."""
    lines = [
        render.Line(pool_name(track.pool), [render.Point(at.timestamp(), rating) for at, rating in track.points])
        for track in profile.tracks
    ]
    return render.Curve(say("Ratings"), lines, theme, short_day, short_month)


def sides_of(decision: Decision) -> Mapping[Side, Sequence[Move]]:
    """The possible pictures of a moment, each with the moves from the position before it."""
    moves: dict[Side, Sequence[Move]] = {Side.PLAYED: [decision.played]}
    if decision.reply is not None:
        moves[Side.ANSWER] = [decision.played, decision.reply]
    return {**moves, Side.BETTER: [decision.best]}


def board_of_moment(match: Match, decision: Decision, side: Side) -> Diagram:
    """The board of a moment; if there is no answer to the move, the played move is shown instead."""
    shown, before = sides_of(decision), match.history.steps[decision.ply].before
    names = [name_on_picture(player) for player in match.seated]
    diagram = Diagram(match.game, before, (), match.theme, names, character_keys(match.seated))
    return diagram.after(*shown.get(side, shown[Side.PLAYED]))
