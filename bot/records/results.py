"""How a match ended, and how its dice were sealed, as the headers of a record file say it."""

from typing import Final

from bot.model.fairness import Fairness
from bot.model.result import Ending
from bot.records.headers import Header, Headers
from bot.records.record import RecordError, RecordResult
from bot.records.text import LONGEST
from rules.core import Position, Seat

_MOST_POINTS: Final = 10**9
_LARGEST_ID: Final = 2**64 - 1
_WITHOUT_RESULT: Final = frozenset(
    {
        Ending.UNPLAYED,
        Ending.DECLINED,
        Ending.CANCELLED,
        Ending.EXPIRED,
        Ending.STRUCK,
        Ending.STOPPED,
        Ending.UNANSWERED,
    }
)


def result_of(headers: Headers, seats: int) -> RecordResult | None:
    """How the match ended; None if it goes on. Raises RecordError."""
    ending = headers.get("ending")
    if ending is None:
        headers.forbid(
            ("ended", "ended by", "places", "points", "reason", "secret", "commitment", "joined by", "started by"),
            "belongs to a match that is over: the header “ending” is missing.",
        )
        return None
    kind = ending.member(Ending)
    ended, by, points, reason = (headers.get(name) for name in ("ended", "ended by", "points", "reason"))
    if kind in _WITHOUT_RESULT:
        headers.forbid(("places", "points"), f"has no place where nobody won or lost: the ending is “{kind}”.")
        places = None
    else:
        places = headers.need("places", "1 2")
    return RecordResult(
        ending=kind,
        ended_at=ended.instant() if ended else None,
        by=Seat(by.number(0, seats - 1)) if by else None,
        places=_places(places, seats) if places else (),
        points=points.numbers(-_MOST_POINTS, _MOST_POINTS, seats) if points else None,
        reason=reason.plain(LONGEST) if reason else "",
    )


def _places(header: Header, seats: int) -> tuple[int, ...]:
    places = header.numbers(1, seats, seats)
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise header.wrong(
            f"cannot be {header.text}: a place is 1 and one more for every seat ahead, so that those who tie share it, "
            "as in 1 1 3."
        )
    return places


def check_result(headers: Headers, position: Position, result: RecordResult | None) -> None:
    """Raise RecordError for a result that the moves, which led to `position`, do not lead to."""
    outcome = position.outcome()
    if result is None or result.ending is not Ending.RULES:
        if outcome is not None:
            raise RecordError(
                f"Line {headers.end}: the moves end the game, so the headers must say “ending: {Ending.RULES}”, with "
                f"“places: {' '.join(str(place) for place in outcome.places)}”."
            )
        return
    if outcome is None:
        raise headers.need("ending", "").wrong("is rules, but after these moves the game goes on.")
    if result.places != outcome.places:
        right = " ".join(str(place) for place in outcome.places)
        raise headers.need("places", right).wrong(f"must be {right}, as the moves end the game.")
    if result.points is not None and result.points != outcome.points:
        right = " ".join(str(point) for point in outcome.points or ())
        raise headers.need("points", right).wrong(f"must be {right or 'left out'}, as the moves end the game.")


def fairness_of(headers: Headers) -> Fairness | None:
    """What was sealed for chance; None if the file does not say. Raises RecordError."""
    names = ("secret", "commitment", "joined by", "started by")
    secret, commitment, joined_by, started_by = (headers.get(name) for name in names)
    if secret is None and commitment is None and joined_by is None and started_by is None:
        return None
    secret = headers.need("secret", "the 64 digits that were shown at the end")
    commitment = headers.need("commitment", "the 64 digits that were shown before the match")
    fairness = Fairness(
        bytes.fromhex(secret.digits()),
        commitment.digits(),
        joined_by.numbers(0, _LARGEST_ID) if joined_by else (),
        started_by.number(0, _LARGEST_ID) if started_by else None,
    )
    if not fairness.keeps_its_word:
        raise secret.wrong("is not the one that the commitment was made for: its SHA-256 is another one.")
    return fairness
