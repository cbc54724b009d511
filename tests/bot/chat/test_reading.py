"""How typed moves, numbers of matches and steps are read, and which moves are suggested while they are typed."""

# pyright: reportPrivateUsage=false

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import AsyncMock, Mock

import pytest

from bot.chat.core import arguments
from bot.chat.core.answers import Instead
from bot.chat.matches import moving
from bot.chat.replays import argument, commands
from bot.model.match import State
from bot.model.people import Person
from bot.model.refusals.matches import UnknownMatch
from bot.model.refusals.replays import NothingToReplay, NotPly, NotRecord
from bot.records.parsing import LARGEST
from bot.screens.core import Act
from rules.core import InvalidMove, Move, Phrase

_ADA: Final = Person(5 << 22, "Ada")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (None, None),
        ("", None),
        (" ", None),
        ("7", 7),
        (" #7 ", 7),
        ("# 7", 7),
        ("7 Furl against Ben", 7),
        ("9" * 9, 999_999_999),
        ("9" * 10, UnknownMatch),
        ("Ben", UnknownMatch),
        ("7a", UnknownMatch),
        ("-7", UnknownMatch),
    ],
)
def test_a_match_is_named_by_a_number_of_up_to_nine_digits(text: str | None, number: object) -> None:
    if number is UnknownMatch:
        with pytest.raises(UnknownMatch):
            arguments.number_in(text)
    else:
        assert arguments.number_in(text) == number


@pytest.mark.parametrize(("length", "quoted"), [(30, "x" * 30), (31, "x" * 29 + "…")])
def test_what_names_no_match_is_quoted_in_thirty_characters(length: int, quoted: str) -> None:
    with pytest.raises(UnknownMatch) as refusal:
        arguments.number_in("x" * length)
    assert f"“{quoted}”" in str(vars(refusal.value).values()) + str(refusal.value.args)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", [1, 12, 21]),
        ("1", [1, 12, 21]),
        ("12", [12]),
        ("21", [21, 12]),
        ("#21", [21]),
        (" BEN ", [1, 12]),
        ("nobody", []),
    ],
)
def test_a_match_of_the_typed_number_comes_before_others_that_contain_it(typed: str, found: list[int]) -> None:
    labelled = [(1, "#1 Furl against Ben"), (12, "#12 Fursaz against Ben, since 21"), (21, "#21 Furl against Cleo, 1")]
    assert [number for number, _label in arguments.called(labelled, typed)] == found


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", ("", None)),
        ("a4<c4", ("a4<c4", None)),
        ("a4<c4 #2", ("a4<c4", 2)),
        ("#2", ("", 2)),
        ("a4 # 2 ", ("a4", 2)),
        ("a4 #", ("a4 #", None)),
        ("a4 #" + "1" * 10, ("a4 #" + "1" * 10, None)),
    ],
)
def test_a_number_after_a_typed_move_names_its_match(typed: str, found: tuple[str, int | None]) -> None:
    assert moving._unmarked(typed) == found


def _board(number: int, *moves: str) -> Any:
    """A board that waits, with these legal moves."""

    def parse(text: str) -> Move:
        if text not in moves:
            raise InvalidMove(Phrase("No."))
        return Move(text)

    def refusal(text: str) -> InvalidMove | None:
        return None if text in moves else InvalidMove(Phrase("No."))

    position = SimpleNamespace(legal_moves=lambda: tuple(map(Move, moves)), parse=parse)
    return SimpleNamespace(match=SimpleNamespace(id=number), position=position, refusal=refusal)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", ["1 a1<a2", "1 a2<a1", "1 b1<a2", "2 a2<c1", "2 c1<a2"]),
        ("a2", ["1 a2<a1", "2 a2<c1", "1 a1<a2", "1 b1<a2", "2 c1<a2"]),
        ("a 2 < a", ["1 a2<a1"]),
        ("A1", ["1 a1<a2", "1 a2<a1"]),
        ("z", []),
    ],
)
def test_moves_that_begin_with_what_is_typed_come_first(typed: str, found: list[str]) -> None:
    boards = [_board(1, "a1<a2", "a2<a1", "b1<a2"), _board(2, "c1<a2", "a2<c1")]
    suggested = [f"{board.match.id} {move}" for board, move in moving._legal(boards, typed)]
    assert sorted(suggested) == sorted(found)
    begins = [one for one in suggested if one.split()[1].startswith(moving._compact(typed))]
    assert suggested[: len(begins)] == begins


def test_each_match_gets_a_fair_share_of_the_suggestions() -> None:
    boards = [_board(number, *(f"a{one}" for one in range(number * 20))) for number in (1, 2, 3)]
    for few in (0, 1, 2, 3):
        shown = moving._legal(boards[:few], "")
        share = [sum(board.match.id == number for board, _move in shown) for number in (1, 2, 3)]
        assert share == [[0, 0, 0], [20, 0, 0], [13, 12, 0], [9, 8, 8]][few]
        assert [board.match.id for board, _move in shown] == sorted(board.match.id for board, _move in shown)


@pytest.mark.parametrize(
    ("text", "value"), [("a4", "a4 #12"), ("", "#12"), ("x" * 96, "x" * 96 + " #12"), ("x" * 97, "x" * 96 + " #12")]
)
def test_a_suggestion_among_several_matches_carries_its_number(text: str, value: str) -> None:
    match: Any = Mock(id=12)
    assert moving._in_words("label", text, match).value == value


@pytest.mark.parametrize(
    ("text", "legal", "value"),
    [("a4", ["a4"], None), ("b4", ["a4"], "b4"), ("x" * 101, ["a4"], "x" * 100)],
)
def test_in_place_of_suggestions_stands_why_there_are_none(text: str, legal: Sequence[str], value: str | None) -> None:
    assert [one.value for one in moving._refusal(_board(1, *legal), text)] == ([] if value is None else [value])


@pytest.mark.parametrize(
    ("revision", "detail", "person_id", "is_told"),
    [
        (5, "a4", 1, True),
        (6, "b4", 2, True),
        (5, "a4", 2, False),
        (5, "b4", 1, False),
        (6, "a4", 1, False),
        (7, "c4", 1, False),
        (4, "a4", 1, False),
        (0, "b4", 2, False),
    ],
)
def test_the_second_press_of_a_double_click_tells_what_was_played(
    monkeypatch: pytest.MonkeyPatch, revision: int, detail: str, person_id: int, *, is_told: bool
) -> None:
    """After five entries that were taken back, Ada has played a4 and Ben b4."""

    def played(_match: object, _person: object, move: Move) -> str:
        return f"played {move}"

    monkeypatch.setattr(moving.move_texts, "played", played)
    steps = [
        SimpleNamespace(move=Move(move), before=SimpleNamespace(turn=seat, stages=Mock(return_value=(move,))))
        for seat, move in enumerate(("a4", "b4"))
    ]
    match: Any = SimpleNamespace(
        revision=7, ply=2, history=SimpleNamespace(steps=steps), seat_of={1: 0, 2: 1}.__getitem__
    )
    request: Any = SimpleNamespace(person=Person(person_id, ""), act=Act("play", 1, revision, detail), value="")
    told = moving._played_already(match, request)
    assert told == (f"played {detail}" if is_told else "")


# --- replays ---


@pytest.mark.parametrize(
    ("found", "prefers_running", "chosen"),
    [
        ((), False, NothingToReplay),
        (("over",), False, 0),
        (("on",), False, 0),
        (("over", "over"), False, 0),
        (("on", "over"), False, Instead),
        (("over", "on"), True, 1),
        (("on", "on", "over"), True, Instead),
        (("over", "here"), False, 1),
        (("on", "here"), True, 1),
        (("here", "here", "over"), False, 0),
    ],
)
async def test_the_match_to_replay_is_that_of_the_thread_or_the_last_or_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, found: Sequence[str], chosen: object, *, prefers_running: bool
) -> None:
    matches = [
        SimpleNamespace(
            id=number,
            state=State.RUNNING if state == "on" else State.FINISHED,
            place=SimpleNamespace(thread_id=9 if state == "here" else None),
        )
        for number, state in enumerate(found)
    ]
    asked = Mock(return_value=Instead(Mock()))
    monkeypatch.setattr(argument, "latest", AsyncMock(return_value=matches))
    monkeypatch.setattr(argument, "ask_for_match", asked)
    request: Any = Mock(surroundings=Mock(channel_id=9))
    if isinstance(chosen, int):
        likeliest = await argument._likeliest(request, Act("replay"), prefers_running=prefers_running)
        assert likeliest.id == chosen and not asked.called
    else:
        kind: Any = chosen
        with pytest.raises(kind):
            await argument._likeliest(request, Act("replay"), prefers_running=prefers_running)
    for call in asked.call_args_list:
        states = [one.state for one in call.args[1]]
        assert states == sorted(states, key=lambda state: state is State.FINISHED) and len(states) == len(found)


@pytest.mark.parametrize(("size", "is_read"), [(LARGEST, True), (LARGEST + 1, False)])
async def test_a_record_has_a_largest_size(monkeypatch: pytest.MonkeyPatch, size: int, *, is_read: bool) -> None:
    monkeypatch.setattr(argument, "fetched", AsyncMock(return_value=b"data"))
    monkeypatch.setattr(argument, "_study", AsyncMock(return_value="replay"))
    request, file = Mock(), Mock(size=size, filename="record.txt")
    if is_read:
        assert await argument.attached(request, file) == "replay"
    else:
        with pytest.raises(NotRecord):
            await argument.attached(request, file)


@pytest.mark.parametrize(
    ("detail", "values", "shown"),
    [
        ("first/7", (), 0),
        ("back/7", (), 6),
        ("back/0", (), 0),
        ("forward/7", (), 8),
        ("last/7", (), 9),
        ("back/12", (), 8),
        ("forward/12", (), 10),
        ("go/7", ("3",), 3),
        ("nothing", (), 0),
    ],
)
async def test_a_button_leads_to_another_step(
    monkeypatch: pytest.MonkeyPatch, detail: str, values: tuple[str, ...], shown: int
) -> None:
    position = AsyncMock()
    monkeypatch.setattr(commands, "replay_behind", AsyncMock(return_value=Mock(last=9)))
    monkeypatch.setattr(commands.view, "position", position)
    request: Any = Mock(act=Act("replay_go", 1, detail=detail), values=values, value="".join(values))
    await commands.go.run(request)
    assert [call.args[1] for call in position.await_args_list] == [shown]


@pytest.mark.parametrize(
    ("text", "step"), [("0", 0), (" 9 ", 9), ("10", None), ("", None), ("-1", None), ("²", None), ("x", None)]
)
async def test_an_entered_step_is_one_of_the_match(
    monkeypatch: pytest.MonkeyPatch, text: str, step: int | None
) -> None:
    position = AsyncMock()
    monkeypatch.setattr(commands, "replay_behind", AsyncMock(return_value=Mock(last=9)))
    monkeypatch.setattr(commands.view, "position", position)
    request: Any = Mock(value=text)
    if step is None:
        with pytest.raises(NotPly):
            await commands.jump.run(request)
    else:
        await commands.jump.run(request)
    assert [call.args[1] for call in position.await_args_list] == ([] if step is None else [step])
