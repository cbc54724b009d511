"""Messages of replays: positions with their buttons, films, and record files."""

import io
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

import render
from bot.chat.core.messages import Post, Unpainted, image, layout, paint, plain
from bot.chat.core.press import button, menu, row_of
from bot.model.match import Match
from bot.model.people import Person
from bot.model.replays import RecordFile, Replay
from bot.screens.core import Act
from bot.texts import limits, replays
from bot.texts import matches as match_texts
from bot.texts.language import say
from bot.texts.names import posted

NO_MATCH: Final = 0
"""The match number in buttons under a record file, which no match has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePost(Post):
    """A message with a file below its picture, if it has one."""

    file: RecordFile

    def files(self) -> list[discord.File]:
        """The picture and the file as new uploads."""
        return [*Post.files(self), discord.File(io.BytesIO(self.file.data), self.file.name)]


async def position(replay: Replay, ply: int) -> Post:
    """A position of a replay, with buttons to the other positions."""
    ply = min(ply, replay.last)
    then = replay.at(ply)
    picture = await paint(then)
    status = replays.replay_status(replay if ply == replay.last else then)
    items: list[ui.Item[ui.LayoutView]] = [
        ui.TextDisplay(f"{replays.replay_heading(then)}\n{replays.replay_step(then, replay.last)}"),
        image(match_texts.alt_text(then), ply=then.last, instead=then.history.position),
    ]
    if status:
        items.append(ui.TextDisplay(status))
    return _post(replay, picture, *items, *_rows(replay, ply))


def _post(
    replay: Replay, picture: bytes | Unpainted | None, *items: ui.Item[ui.LayoutView], extension: str = render.EXTENSION
) -> Post:
    """A message about a replay; a record file stays attached, so that the next press can read it."""
    if replay.file is None:
        return Post(layout(*items), picture, extension=extension)
    return FilePost(view=layout(*items, _attached(replay.file)), picture=picture, extension=extension, file=replay.file)


def _attached(file: RecordFile) -> ui.File[ui.LayoutView]:
    return ui.File(f"attachment://{file.name}")


def _rows(replay: Replay, ply: int) -> list[ui.ActionRow[ui.LayoutView]]:
    number, last = replay.match_id or NO_MATCH, replay.last
    others = [button(say("Animate"), Act("replay_film", number))]
    if replay.match_id is not None:
        others.append(button(say("Record"), Act("replay_record", number)))
        if replay.result is not None:
            others.append(button(say("Share"), Act("replay_share", number)))
            others.append(button(say("Try moves"), Act("try", number, 0, str(ply))))
            others.append(button(say("Review"), Act("review", number)))
    if not last:
        return [row_of(*others)]
    steps = (
        (say("First"), "first", 0),
        (say("Back"), f"back/{ply}", 0),
        (say("Forward"), f"forward/{ply}", last),
        (say("Last"), "last", last),
    )
    steps_row = [
        button(label, Act("replay_go", number, 0, way), disabled=ply == farthest) for label, way, farthest in steps
    ]
    options = [
        discord.SelectOption(
            label=replays.ply_label(stop, last), value=str(stop), description=replays.ply_hint(replay, stop)
        )
        for stop in stops(ply, last)
    ]
    # Discord keeps showing the chosen option of a menu as long as the menu's id stays the same, so the id has the ply.
    listed = menu(say(replays.PLY_MENU), Act("replay_go", number, 0, f"to/{ply}"), options)
    jump = button(say("Step…"), Act("replay_window", number, 0, f"{ply}/{last}"))
    return [row_of(*steps_row, jump), row_of(listed), row_of(*others)]


def film(replay: Replay, made: render.Animation, *, may_post: bool) -> Post:
    """The animated picture of a replay, for the person who asked for it."""
    items = _film(replay, made.left_out)
    if may_post:
        act = Act("replay_post", replay.match_id or NO_MATCH, 0, str(made.left_out))
        items.append(row_of(button(say("Post here"), act)))
    return _post(replay, made.data, *items, extension=render.FILM_EXTENSION)


def film_for_all(replay: Replay, data: bytes, left_out: int, person: Person) -> Post:
    """The animated picture of a replay, for a channel."""
    shown_by = replays.film_by(person, replay.match_id)
    return Post(layout(*_film(replay, left_out), ui.TextDisplay(shown_by)), data, extension=render.FILM_EXTENSION)


def film_posted(replay: Replay, data: bytes, left_out: int, address: str) -> Post:
    """The private message after its film was posted."""
    items = *_film(replay, left_out), ui.TextDisplay[ui.LayoutView](posted(address))
    return _post(replay, data, *items, extension=render.FILM_EXTENSION)


def _film(replay: Replay, left_out: int) -> list[ui.Item[ui.LayoutView]]:
    status = replays.film_status(replay, left_out)
    return [
        ui.TextDisplay(replays.replay_heading(replay)),
        image(replays.film_alt(replay, replay.last + 1 - left_out), render.FILM_EXTENSION),
        *([ui.TextDisplay[ui.LayoutView](status)] if status else []),
    ]


def record(match: Match, file: RecordFile) -> Post:
    """The record file of a match."""
    return FilePost(view=plain(replays.record_saved(match), _attached(file)), file=file)


def shared(match: Match, file: RecordFile) -> Post:
    """The file that shows a match in any browser."""
    return FilePost(view=plain(replays.shared(match), _attached(file)), file=file)


_REACHES: Final = (1, 2, 5, 10, 20, 50, 100, 250, 500, 2_500, 10_000)


def stops(ply: int, last: int) -> list[int]:
    """The plies in a menu at `ply`, in order: all of a short match, otherwise more of the nearer ones.

    The first, the last and `ply` itself are among them, and any other ply can be reached in a few choices.
    """
    if last < limits.MENU:
        return list(range(last + 1))
    near = (ply + way * reach for reach in _REACHES for way in (-1, 1))
    chosen = {0, ply, last, *(stop for stop in near if 0 <= stop <= last)}
    free = limits.MENU - len(chosen)
    return sorted(chosen | {last * number // (free + 1) for number in range(1, free + 1)})
