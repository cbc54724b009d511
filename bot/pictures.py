"""What pictures of a match show: the scene of a board with choices on offer, or after further steps."""

from collections.abc import Sequence

import render
from bot import telemetry
from bot.model.characters import character_keys
from bot.model.match import Match
from bot.model.replays import Playthrough
from rules.core import Position, Seat
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


def painted(position: Position, scene: render.Scene) -> bytes:
    """The picture, with the time that it takes in the metrics. Thread-safe; call it off the event loop."""
    if not telemetry.watched():
        return render.picture(position, scene)
    with telemetry.stages(telemetry.PAINTING) as reached:
        return render.picture(position, scene, lambda: reached(telemetry.ENCODING))
