"""What pictures show: the scene of a board with choices on offer, after further steps, or beside any match."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from threading import Condition
from typing import Final

from cachetools import LRUCache, cached

import render
from bot import telemetry
from bot.model.characters import character_keys
from bot.model.match import Match
from bot.model.replays import Playthrough
from bot.model.settings import USUAL, View
from rules.core import Game, Position, Seat
from rules.record import Step


def scene_of(
    playthrough: Playthrough, *, options: Sequence[str] = (), chosen: str = "", viewpoint: Seat | None = None
) -> render.Scene:
    """The scene of a board; `options`, `chosen` and `viewpoint` are those of a `render.Scene`."""
    return render.Scene(
        names=tuple(player.name for player in playthrough.seated),
        steps=playthrough.latest_turns,
        options=tuple(options),
        chosen=chosen,
        outcome=playthrough.outcome,
        theme=playthrough.theme,
        viewpoint=viewpoint,
        faces=character_keys(playthrough.seated),
    )


def scene_after(match: Match, steps: Sequence[Step], viewpoint: Seat | None = None) -> render.Scene:
    """The scene of the board after further steps."""
    return render.Scene(
        names=tuple(player.name for player in match.seated),
        steps=(*(match.history.last_turn if match.history.goes_on else ()), *steps),
        theme=match.theme,
        viewpoint=viewpoint,
        faces=character_keys(match.seated),
    )


def viewpoint_of(match: Match, person_id: int | None = None) -> Seat | None:
    """The seat from whose side a person sees a match alone; None for the usual way round, which is that of the first seat.

    Without a person it is that of the board that everybody sees: from the side of a person alone with characters.
    """
    if person_id is None:
        if not match.is_solitary:
            return None
        person_id = next(person.id for person in (*match.seated, *match.invited) if not person.is_character)
    seat, likes = match.seat_of(person_id), match.preferences.get(person_id, USUAL)
    return seat if seat and likes.view is View.OWN and render.has_sides(match.position) else None


_MOST_KEPT: Final = 100
"""Pictures of some 50 kB: those that channels and watchers ask for at the same time."""


def _as_it_looks(position: Position, scene: render.Scene) -> Hashable:
    """What a picture depends on. The first seat sees a board as everybody does, so that seat needs no picture of its own."""
    return position, scene if scene.is_turned else replace(scene, viewpoint=None)


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position beside a running match, after `steps`; names, faces, options and what was chosen as in `render.Scene`."""

    game: Game
    position: Position
    steps: Sequence[Step]
    theme: str
    names: Sequence[str] = ()
    faces: Sequence[str] = ()
    options: Sequence[str] = ()
    chosen: str = ""

    @property
    def scene(self) -> render.Scene:
        """The scene of its picture."""
        return render.Scene(
            names=tuple(self.names),
            steps=tuple(self.steps),
            options=tuple(self.options),
            chosen=self.chosen,
            theme=self.theme,
            faces=tuple(self.faces),
        )


@cached(LRUCache(_MOST_KEPT), key=_as_it_looks, condition=Condition())
def painted(position: Position, scene: render.Scene) -> bytes:
    """The picture, with the time that it takes in the metrics. Thread-safe; call it off the event loop.

    Channel, page and watchers see the same boards: the latest pictures are kept, and one that several ask for at once is
    painted once.
    """
    if not telemetry.watched():
        return render.picture(position, scene)
    with telemetry.stages(telemetry.PAINTING) as reached:
        return render.picture(position, scene, lambda: reached(telemetry.ENCODING))
