"""Replays, record files, and films."""

from typing import Final

from bot.chat.sentences import names, replays
from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.replays import (
    AlreadyFilming,
    DamagedRecord,
    FileOutOfReach,
    FilmingAnother,
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


@sentence.register
def _(error: NeverPlayed) -> str:
    return f"Match #{error.match.id} was called off before it began, so there is nothing to replay."


@sentence.register
def _(_error: NothingToReplay) -> str:
    return (
        "You have no match here to replay. Name any match of this server by its number, such as `match:#1`, or attach a "
        "record with `file`."
    )


@sentence.register
def _(_error: MatchOrFile) -> str:
    return "Name either a match or a file: `match` replays one that is played here, `file` a record that you attach."


@sentence.register
def _(error: NotRecord) -> str:
    return f"{replays.file_called(error.name)} cannot be replayed. {names.plain_text(error.reason)}"


@sentence.register
def _(_error: FileOutOfReach) -> str:
    return "Discord does not hand out that file just now. Try again, or use `/replay` once more."


@sentence.register
def _(error: NotPly) -> str:
    asked = (
        f"“{names.plain_text(names.shortened(' '.join(error.text.split()), 30))}” is no step here. "
        if error.text
        else ""
    )
    return f"{asked}Write a number from 0, the start, to {error.last}, the end."


@sentence.register
def _(_error: AlreadyFilming) -> str:
    return "Furlong is making this animated picture for you already. It appears in the message that counts its steps."


@sentence.register
def _(_error: FilmingAnother) -> str:
    return (
        "Furlong makes one animated picture for you at a time, and is still busy with another one. Please try again "
        "when that one is done."
    )


@sentence.register
def _(_error: StudioIsFull) -> str:
    return "Furlong is making as many animated pictures as it can. Please try again in a minute."


@sentence.register
def _(error: FilmTooLarge) -> str:
    return (
        f"The animated picture has {error.size / _MEGABYTE:.1f} MB, and Discord takes {error.most / _MEGABYTE:.1f} MB "
        "here. Step through the match instead, or save its record."
    )


@sentence.register
def _(_error: PostedAlready) -> str:
    return "You have posted this already, so everybody here can see it."


@sentence.register
def _(_error: NotPosted) -> str:
    return "Discord did not take the picture just now, so nothing was posted. Please try again."


@sentence.register
def _(error: MayNotPost) -> str:
    needed = listed([f"**{permission}**" for permission in error.names])
    return f"You may not post pictures in this channel yourself (you lack {needed}), so Furlong does not do it for you."


@sentence.register
def _(error: DamagedRecord) -> str:
    return (
        f"The record of match #{error.match_id} is damaged, so there is nothing to show or to judge. "
        "Please tell whoever hosts Furlong: its log says where the record breaks off."
    )
