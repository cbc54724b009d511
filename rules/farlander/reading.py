"""The parser for moves of Farlander as players type them: `b2`, `b2<a1x2+c3x1`, `b2 from a1 2`, `2 from a1 to b2`.

A text is read as a sequence of territories and numbers. In a conquest the target is the first territory, or the one
after a word such as "to" or "takes"; each number belongs to the source before it or to the one after it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules import reading
from rules.core import AmbiguousMove, IllegalMove, InvalidMove, Move, Phrase, Seat
from rules.farlander import refusals, tokens
from rules.farlander.campaign import Campaign, Conquest, Phase, Source
from rules.wording import either, not_a_move, sentences

_NUMBERS: Final = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
_PLACING: Final = frozenset({"place", "places", "placed", "placing", "put", "puts", "add", "adds"})
_VERBS: Final = frozenset({"conquer", "conquers", "take", "takes", "attack", "attacks", "capture", "captures"})
_CONQUERING: Final = _VERBS | {"conquering", "taking", "attacking", "capturing", "<", "<<", reading.FROM}
_TOWARDS: Final = _VERBS | {"to", "into", "onto", ">", ">>", reading.TO}
_COLOURS: Final = frozenset(tokens.COLOURS)
_PLAIN: Final = frozenset(
    {"a", "an", "the", "my", "of", "in", "on", "at", "from", "by", "with", "using", "and", "each", "unit", "units"}
    | {"army", "armies", "move", "moves", "moving", "send", "sends", "+", "-", "&", "/", "x"}
)
_KNOWN: Final = _PLACING | _CONQUERING | _TOWARDS | _COLOURS | _PLAIN
# An x before a number is a times sign, not the letter of a place.
_PART: Final = re.compile(
    r"(?P<territory>(?<![a-z])[a-wyz] ?[0-9]+)"
    r"|(?P<number>[0-9]+)"
    r"|(?P<word>x(?= ?[0-9])|[a-z]+|[^\sa-z0-9.,;:!()\[\]\"'“”‘’*=_`~|]+)"
)

_Reading = tuple[tuple[str, int | None], ...]
"""Sources in the order of the text, each with its number of units, or None if the text gives no number."""


@dataclass(frozen=True, slots=True)
class _Mention:
    """A territory or a number in a text; `pointed_at` is true if a word before it marks it as the target."""

    text: str
    is_territory: bool
    pointed_at: bool


def read(campaign: Campaign, text: str) -> Move:
    """The legal move that `text` means. Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`."""
    plain = reading.plain(text)
    if campaign.mover is None:
        return _read_roll(campaign, plain)
    named, words = _parts(plain)
    if not words <= _KNOWN or not any(part.is_territory for part in named):
        raise InvalidMove(sentences(not_a_move(text, "Farlander"), _how_to_write(campaign, campaign.mover)))
    for part in named:
        if part.is_territory and part.text not in campaign.atlas.index:
            raise InvalidMove(refusals.no_such_territory(campaign, part.text))
    reader = _read_placement if campaign.phase is Phase.PLACEMENT else _read_conquest
    return reader(campaign, campaign.mover, named, words)


def _read_roll(campaign: Campaign, plain: str) -> Move:
    roll = tokens.read_roll(plain.replace(" ", ""))
    if roll is None or roll not in campaign.rolls():
        raise IllegalMove(refusals.nobody_to_move(campaign))
    return tokens.roll_token(roll)


def _parts(plain: str) -> tuple[list[_Mention], set[str]]:
    """The territories and numbers of a text, in order, and the set of its other words and signs."""
    named: list[_Mention] = []
    words: set[str] = set()
    pointing = False
    for match in _PART.finditer(plain):
        number = match["number"] or _NUMBERS.get(match[0])
        if match["territory"]:
            named.append(_Mention(match[0].replace(" ", ""), is_territory=True, pointed_at=pointing))
            pointing = False
        elif number is not None:
            named.append(_Mention(number, is_territory=False, pointed_at=False))
        else:
            words.add(match[0])
            pointing = pointing or match[0] in _TOWARDS
    return named, words


def _how_to_write(campaign: Campaign, seat: Seat) -> Phrase:
    names = campaign.atlas.names
    if campaign.phase is Phase.PLACEMENT:
        territory = names[next(campaign.placements(seat))]
        how = Phrase("Type the territory your unit goes into, such as {territory}.", territory=territory)
    else:
        conquests = campaign.conquests_of(seat, next(campaign.targets(seat)))
        how = Phrase("Type the target, then how many units move in from where, such as {move}.", move=conquests[0])
    return sentences(how, refusals.example(campaign, seat))


def _read_placement(campaign: Campaign, seat: Seat, named: Sequence[_Mention], words: set[str]) -> Move:
    if words & _CONQUERING:
        raise IllegalMove(
            sentences(Phrase("You can't conquer before the placement is over."), refusals.example(campaign, seat))
        )
    names = [part.text for part in named if part.is_territory]
    if len(names) > 1 or any(part.text != "1" for part in named if not part.is_territory):
        raise InvalidMove(Phrase("You place one unit a turn: name just one territory, such as b2."))
    territory = campaign.atlas.index[names[0]]
    if campaign.placement_fault(seat, territory) is not None:
        raise IllegalMove(refusals.of_placement(campaign, seat, territory))
    return Move(names[0])


def _read_conquest(campaign: Campaign, seat: Seat, named: Sequence[_Mention], words: set[str]) -> Move:
    if words & _PLACING:
        raise IllegalMove(
            sentences(Phrase("The placement is over: now conquer a territory."), refusals.example(campaign, seat))
        )
    territories = [part for part in named if part.is_territory]
    pointed = [part for part in territories if part.pointed_at]
    if len(pointed) > 1:
        raise InvalidMove(
            sentences(Phrase("You can only conquer one territory a turn."), _how_to_write(campaign, seat))
        )
    target = (pointed or territories)[0]
    readings = _readings([part for part in named if part is not target])
    if not readings:
        unclear = Phrase("Say how many units move in, and from where.")
        raise InvalidMove(sentences(unclear, _how_to_write(campaign, seat)))
    number = campaign.atlas.index[target.text]
    fitting = {move: None for reading in readings for move in _fitting(campaign, seat, number, reading)}
    if not fitting:
        raise IllegalMove(refusals.of_conquest(campaign, seat, _conquest(campaign, number, readings[0])))
    if len(fitting) > 1:
        raise AmbiguousMove(
            Phrase("You can conquer {territory} with {moves}: say which.", territory=target.text, moves=either(fitting))
        )
    return next(iter(fitting))


def _readings(named: Sequence[_Mention]) -> list[_Reading]:
    """The possible readings of sources: every number belongs to the territory before it, or every one to the next."""
    order = "".join("t" if part.is_territory else "n" for part in named)
    texts = [part.text for part in named]
    readings: list[_Reading] = []
    for form, part in ((r"(tn?)*", r"tn?"), (r"(n?t)*", r"n?t")):
        if re.fullmatch(form, order):
            spans = [match.span() for match in re.finditer(part, order)]
            readings.append(tuple(_source(texts[first:end]) for first, end in spans))
    return [reading for reading in readings if _is_sound(reading)]


def _source(texts: Sequence[str]) -> tuple[str, int | None]:
    (name,) = (text for text in texts if not text.isdecimal())
    return name, next((int(text) for text in texts if text.isdecimal()), None)


def _is_sound(reading: _Reading) -> bool:
    """Whether no source is named twice, and each sends at least one unit."""
    return len({name for name, _ in reading}) == len(reading) and all(units != 0 for _, units in reading)


def _fitting(campaign: Campaign, seat: Seat, target: int, reading: _Reading) -> Iterator[Move]:
    """The legal conquests of the target that agree with a reading."""
    conquest = _conquest(campaign, target, reading)
    if campaign.conquest_fault(seat, conquest) is not None:
        return
    if reading and all(units is not None for _, units in reading):
        yield tokens.conquest_token(campaign.atlas, conquest)
        return
    for move in campaign.conquests_of(seat, target):
        sources = {choice[1:3]: int(choice[4:]) for choice in tokens.choices(move)[1:]}
        if not reading or (
            sources.keys() == dict(reading).keys() and all(units in (None, sources[name]) for name, units in reading)
        ):
            yield move


def _conquest(campaign: Campaign, target: int, reading: _Reading) -> Conquest:
    """The conquest that a reading describes; a source without a number counts as sending one unit."""
    sources = (Source(campaign.atlas.index[name], 1 if units is None else units) for name, units in reading)
    return Conquest(target, tuple(sorted(sources)))
