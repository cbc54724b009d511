"""The part of the table of `bot.chat.sentences.errors` that is about replays."""

from collections.abc import Callable
from typing import Any, Final

from bot.chat.sentences import names, replays
from bot.model.refusals import (
    AlreadyFilming,
    FileOutOfReach,
    FilmTooLarge,
    MatchOrFile,
    MayNotPost,
    NeverPlayed,
    NothingToReplay,
    NotPly,
    NotPosted,
    NotRecord,
    PostedAlready,
    StudioIsFull,
)
from rules.wording import listed

_MEGABYTE: Final = 1_000_000


def _never_played(error: NeverPlayed) -> str:
    return f"Match #{error.match.id} was called off before it began, so there is nothing to replay."


def _nothing_to_replay(_error: NothingToReplay) -> str:
    return (
        "You have no match here to replay. Name any match of this server by its number, such as `match:#1`, or attach a "
        "record with `file`."
    )


def _match_or_file(_error: MatchOrFile) -> str:
    return "Name either a match or a file: `match` replays one that is played here, `file` a record that you attach."


def _not_record(error: NotRecord) -> str:
    return f"{replays.file_called(error.name)} cannot be replayed. {names.plain_text(error.reason)}"


def _file_out_of_reach(_error: FileOutOfReach) -> str:
    return "Discord does not hand out that file just now. Try again, or use `/replay` once more."


def _not_ply(error: NotPly) -> str:
    asked = (
        f"“{names.plain_text(names.shortened(' '.join(error.text.split()), 30))}” is no ply here. "
        if error.text
        else ""
    )
    return f"{asked}Write a number from 0, the start, to {error.last}, the end."


def _already_filming(_error: AlreadyFilming) -> str:
    return "Furlong is making just this animated picture for you: it appears in the message that says how far it is."


def _studio_is_full(_error: StudioIsFull) -> str:
    return "Furlong is making as many animated pictures as it can. Please try again in a minute."


def _film_too_large(error: FilmTooLarge) -> str:
    return (
        f"The animated picture has {error.size / _MEGABYTE:.1f} MB, and Discord takes {error.most / _MEGABYTE:.1f} MB "
        "here. Step through the match instead, or save its record."
    )


def _posted_already(_error: PostedAlready) -> str:
    return "Everybody here can see it already: it was posted once from this message."


def _not_posted(_error: NotPosted) -> str:
    return "Discord did not take the picture for this channel just now, so it was not posted. Please try again."


def _may_not_post(error: MayNotPost) -> str:
    needed = listed([f"**{permission}**" for permission in error.names])
    return f"You may not send pictures in this channel yourself (you lack {needed}), so Furlong does not do it for you."


REPLAY_SENTENCES: Final[tuple[tuple[type[BaseException], Callable[[Any], str]], ...]] = (
    (NeverPlayed, _never_played),
    (NothingToReplay, _nothing_to_replay),
    (MatchOrFile, _match_or_file),
    (NotRecord, _not_record),
    (FileOutOfReach, _file_out_of_reach),
    (NotPly, _not_ply),
    (AlreadyFilming, _already_filming),
    (StudioIsFull, _studio_is_full),
    (FilmTooLarge, _film_too_large),
    (PostedAlready, _posted_already),
    (MayNotPost, _may_not_post),
    (NotPosted, _not_posted),
)
