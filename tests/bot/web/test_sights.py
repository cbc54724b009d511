"""What a visitor sees of a match: the picture, the side, and what is beside the board, case by case."""

# pyright: reportPrivateUsage=false

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from unittest.mock import AsyncMock, Mock

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from bot.model.history import History
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.place import Place
from bot.model.refusals.challenges import CharacterAndStrength
from bot.model.refusals.matches import NotAbandoned
from bot.model.refusals.replays import StillPlayed
from bot.model.result import Ending, Result
from bot.model.reviews import Review
from bot.screens import registry
from bot.screens.core import Act, Action, Handler, Screen, Weight
from bot.screens.pictures import end_card, looking
from bot.web import boards, matches, sharing, strips
from bot.web.access import FLIPPED, SITE, VISITOR, Site
from bot.web.screens import Form, Link
from bot.web.trees import Node, Stages
from render import Scene
from rules import GAMES
from rules.core import Move, Seat
from rules.record import steps_from
from tests.bot.tables import ADA, BEN, CLEO

NOW: Final = datetime(2030, 1, 1, tzinfo=UTC)
SERVER: Final = 77 << 22
FURL: Final = GAMES["furl"]


def _match(*moves: Any, state: State = State.RUNNING, **changes: Any) -> Match:
    """A match of Furl between Ada and Ben after some moves, at revision 3."""
    start = FURL.start(2)
    match = Match(
        id=7,
        place=Place(SERVER, 78 << 22),
        state=state,
        host=ADA,
        host_seat=Seat(0),
        is_open_challenge=False,
        invited=(),
        players=(ADA, BEN),
        history=History.beginning(FURL, 2).and_then(tuple(steps_from(start, moves))),
        result=None,
        fairness=None,
        plans=(),
        changed_at=NOW,
        created_at=NOW,
        started_at=NOW,
        revision=3,
    )
    return replace(match, **changes)


def _request(path: str = "/", visitor: Any = None, cookies: str = "", **site: Any) -> web.Request:
    app = web.Application()
    needed: dict[str, Any] = {"opened": Mock(), "show": Mock(), "show_in_turn": Mock()}
    app[SITE] = Site(**(needed | site))
    headers = {"Host": "127.0.0.1:8000", "Cookie": cookies}
    request = make_mocked_request("GET", path, headers=headers, app=app)
    if visitor is not None:
        request[VISITOR] = visitor
    return request


def _visitor(person: Person = ADA, server_id: int | None = SERVER) -> Any:
    return Mock(person=person, actor=Actor(person, None), session=Mock(server_id=server_id))


@pytest.mark.parametrize(
    ("query", "viewpoint", "seat", "drawn", "is_kept"),
    [
        ("revision=3", None, None, "anyone None", True),
        ("revision=3&ply=2", None, 0, "anyone 2", True),
        ("revision=3&ply=2", 1, 0, "replay 2", True),
        ("revision=3", None, 0, "board", True),
        ("revision=3", 1, None, "board", True),
        ("revision=3&small", None, None, "small", True),
        ("revision=3&small&ply=2", 1, 0, "small", True),
        ("revision=2", None, None, "anyone None", False),
        ("", None, 0, "board", False),
    ],
)
async def test_each_visitor_gets_the_picture_for_their_eyes(
    monkeypatch: pytest.MonkeyPatch, query: str, viewpoint: int | None, seat: int | None, drawn: str, *, is_kept: bool
) -> None:
    match: Any = Mock(state=State.RUNNING, revision=3)
    found = list[str]()

    async def draw(_request: object, what: Any, *_: object) -> bytes:
        names: dict[Any, str] = {
            matches.thumbnail: "small",
            matches.picture: "board",
            matches.painted: f"replay {at[-1]}",
        }
        found.append(names[what])
        return b"picture"

    async def anyone(_request: object, _match: object, ply: int | None = None) -> bytes:
        found.append(f"anyone {ply}")
        return b"picture"

    at = [0]

    def after(ply: int) -> Any:
        at.append(ply)
        return Mock()

    replayed = Mock(at=after)
    monkeypatch.setattr(matches, "Replay", Mock(of=Mock(return_value=replayed)))
    monkeypatch.setattr(matches, "scene_of", Mock(return_value=Scene()))
    monkeypatch.setattr(matches, "match_of", AsyncMock(return_value=(match, None)))
    monkeypatch.setattr(matches, "sides_seen", Mock(return_value=(seat, viewpoint, "")))
    monkeypatch.setattr(matches, "drawn", draw)
    monkeypatch.setattr(matches, "as_anyone_sees", anyone)
    answer = await matches.show_picture(_request(f"/matches/7/picture?{query}"))
    assert found == [drawn]
    assert answer.headers.get("Cache-Control") == ("private, max-age=600" if is_kept else None)
    match.state = State.FINISHED
    over = await matches.show_picture(_request(f"/matches/7/picture?{query}"))
    assert "Cache-Control" not in over.headers


@pytest.mark.parametrize(
    ("state", "query", "review", "drawn"),
    [
        (State.FINISHED, "", None, "card None False"),
        (State.FINISHED, "wide", "review", "card review True"),
        (State.RUNNING, "", "review", StillPlayed),
    ],
)
async def test_a_finished_match_has_a_card_and_a_reviewed_one_a_curve(
    monkeypatch: pytest.MonkeyPatch, state: State, query: str, review: object, drawn: Any
) -> None:
    async def draw(_request: object, what: Any, *arguments: Any) -> bytes:
        assert what.func is sharing.end_card
        return f"card {arguments[1]} {what.keywords['is_wide']}".encode()

    monkeypatch.setattr(sharing, "match_of", AsyncMock(return_value=(Mock(state=state), None)))
    monkeypatch.setattr(sharing, "known_review", AsyncMock(return_value=review))
    monkeypatch.setattr(sharing, "drawn", draw)
    showing = sharing.show_card(_request(f"/matches/7/card?{query}"))
    if isinstance(drawn, str):
        assert (await showing).body == drawn.encode()
    else:
        with pytest.raises(drawn):
            await showing


@pytest.mark.parametrize(
    ("person", "flipped", "viewpoint", "expected"),
    [
        (ADA, False, None, (0, None)),
        (BEN, False, 1, (1, 1)),
        (CLEO, False, None, (None, None)),
        (None, False, None, (None, None)),
        (ADA, True, None, (0, 1)),
        (BEN, True, 1, (1, None)),
    ],
)
def test_a_board_is_seen_from_a_side_that_can_be_turned(
    monkeypatch: pytest.MonkeyPatch,
    person: Person | None,
    viewpoint: int | None,
    expected: tuple[int | None, int | None],
    *,
    flipped: bool,
) -> None:
    monkeypatch.setattr(matches, "viewpoint_of", Mock(return_value=viewpoint))
    request = _request("/matches/7?chosen=" + "a" * 101, cookies=f"{FLIPPED}=1" if flipped else "")
    actor = None if person is None else Actor(person, None)
    seat, seen_from, chosen = matches.sides_seen(request, _match(), actor)
    assert (seat, seen_from, chosen) == (*expected, "a" * 100)


def test_lessons_are_pointed_to_until_everybody_has_moved() -> None:
    assert matches._lessons(_match()) == "/lessons/furl" == matches._lessons(_match("a4<c4"))
    assert matches._lessons(_match("a4<c4", "e5<e4")) == ""


@pytest.mark.parametrize(
    ("state", "banks", "shown"),
    [
        (State.RUNNING, (60, 3600), [(True, NOW, False), (False, None, True)]),
        (State.RUNNING, (60,), [(True, NOW, False), (False, None, False)]),
        (State.RUNNING, (), [(True, NOW, False), (False, None, False)]),
        (State.FINISHED, (60, 3600), [(False, None, False), (False, None, False)]),
    ],
)
def test_beside_the_board_are_the_deadline_of_who_moves_and_the_banks_of_the_others(
    state: State, banks: tuple[int, ...], shown: list[tuple[bool, datetime | None, bool]]
) -> None:
    match: Any = Mock(state=state, position=FURL.start(2), seated=(ADA, BEN), deadline=NOW, outcome=None)
    match.banks = tuple(timedelta(seconds=one) for one in banks)
    players = strips.of_match(match)
    assert [(one.is_to_move, one.deadline, bool(one.bank)) for one in players] == shown
    assert [(one.person, one.side, one.face) for one in players] == [(ADA, "White", ""), (BEN, "Black", "")]


@pytest.mark.parametrize(
    ("visitor", "is_link"),
    [
        (None, False),
        (_visitor(server_id=SERVER), True),
        (_visitor(server_id=5), False),
        (_visitor(server_id=None), False),
    ],
)
def test_names_lead_to_profiles_for_members_of_the_server(visitor: Any, *, is_link: bool) -> None:
    shown = matches._named(BEN, _match(), visitor)
    assert (f'<a href="/profile/{BEN.id}">' in shown) is is_link and "Ben" in shown


async def test_the_next_match_is_offered_to_who_has_nothing_to_do_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches.matches, "next_waiting", AsyncMock(return_value=9))
    monkeypatch.setattr(matches, "context_of", Mock())
    board: Any = Mock(is_to_move=False, match=Mock(id=7))
    assert await matches._next(_request(visitor=_visitor()), board) == 9
    assert await matches._next(_request(), board) is None
    board.is_to_move = True
    assert await matches._next(_request(visitor=_visitor()), board) is None


@pytest.mark.parametrize(
    ("asked", "for_anyone"),
    [
        ("/a/picture?revision=3&view=&bare=&lang=en", "/a/picture?revision=3&view=&lang=en"),
        ("/a/picture?bare=&lang=en", "/a/picture?lang=en"),
        ("/a/picture?chosen=a%26bare%3D&bare=", "/a/picture?chosen=a%26bare%3D"),
    ],
)
def test_a_preview_names_the_players_in_its_picture(asked: str, for_anyone: str) -> None:
    assert matches._as_anyone_asks(asked) == for_anyone


@pytest.mark.parametrize("public", ["", "https://a.example"])
async def test_the_end_of_a_match_has_a_link_if_anyone_may_watch(monkeypatch: pytest.MonkeyPatch, public: str) -> None:
    for module, name in (
        (matches.match_texts, "verdict"),
        (matches.match_texts, "in_short"),
        (matches.rating_texts, "new_ratings"),
        (matches.review_texts, "turned"),
        (matches, "graph_of"),
    ):
        monkeypatch.setattr(module, name, Mock(return_value=name))
    monkeypatch.setattr(matches, "context_of", Mock())
    monkeypatch.setattr(matches, "known_review", AsyncMock(side_effect=[None, Mock()]))
    monkeypatch.setattr(matches.settings, "is_public", AsyncMock(side_effect=[True, False]))
    first = await matches._ending(_request(public=public), _match(), None)
    assert (first.turned, first.graph, first.link) == ("", None, f"{public or 'http://127.0.0.1:8000'}/matches/7")
    second = await matches._ending(_request(public=public), _match(), _visitor())
    assert (second.turned, second.graph, second.link) == ("turned", "graph_of", "")
    preview = matches.preview_of(
        _request("/matches/7?a=b", public=public), "/picture", (3, 2), "Alt", "**One**", "", "Two"
    )
    site = public or "http://127.0.0.1:8000"
    assert preview == sharing.Preview(f"{site}/matches/7?a=b", "One · Two", f"{site}/picture", 3, 2, "Alt")


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        (Screen(text="Sure?", actions=[Action("Yes", Act("vote_now", 7))]), "question Sure? 1"),
        (Act("takeback_yes", 7), "at once takeback_yes"),
        (Screen(text="It is on the board.", here=Act("board", 7)), ""),
        (NotAbandoned(Mock(), NOW), ""),
        (CharacterAndStrength(), "question Name either a character or a strength, not both. 0"),
    ],
)
async def test_an_act_that_asks_first_is_a_question_at_the_board(
    monkeypatch: pytest.MonkeyPatch, answers: object, found: str
) -> None:
    run = AsyncMock(side_effect=answers) if isinstance(answers, Exception) else AsyncMock(return_value=answers)
    known = registry.handlers()
    monkeypatch.setattr(
        registry, "handlers", Mock(return_value={**known, "ask": Handler("ask", run, is_question=True)})
    )
    monkeypatch.setattr(matches, "options", Mock(return_value=[[Action("Ask", Act("ask", 7))]]))
    monkeypatch.setattr(matches, "asked_of", Mock())
    options = await matches._options(_request(), _match(), Actor(ADA, SERVER))
    kind, _, rest = found.partition(" ")
    questions = [f"{text} {len(ways)}" for label, text, ways in options.questions if label == "Ask"]
    assert questions == ([rest] if kind == "question" else [])
    assert [one.fields["deed"] for one in options.at_once if isinstance(one, Form)] == (
        [rest.rpartition(" ")[2]] if kind == "at" else []
    )
    assert not options.after


@pytest.mark.parametrize(
    ("name", "site", "match", "where"),
    [
        ("hint", {"advise": Mock()}, _match(), "at once"),
        ("hint", {}, _match(), "hidden"),
        ("hint", {"advise": Mock()}, _match("a4<c4"), "hidden"),
        ("resume", {}, _match(), ""),
        ("note", {}, _match(), "at once"),
        ("rematch", {}, _match(state=State.FINISHED), "after"),
        ("review", {"review": Mock()}, _match(state=State.FINISHED), "after"),
        ("review", {}, _match(state=State.FINISHED), ""),
    ],
)
async def test_an_act_is_beside_the_board_or_under_the_end_or_elsewhere(
    monkeypatch: pytest.MonkeyPatch, name: str, site: Mapping[str, Any], match: Match, where: str
) -> None:
    action = Action(name, Act(name, 7), Weight.PLAIN)
    monkeypatch.setattr(matches, "options", Mock(return_value=[[action]]))
    options = await matches._options(_request(**site), match, Actor(ADA, SERVER))
    found: dict[str, list[Any]] = {"at once": options.at_once, "after": options.after}
    labels = {place: [one.label for one in ways if isinstance(one, Form | Link)] for place, ways in found.items()}
    expected = {place: [name] if place == where else [] for place in found}
    assert labels == expected or where == "hidden"
    if where == "after":
        [way] = found["after"]
        assert way.look == ("main" if name == "rematch" else "")
    assert not options.questions


async def test_what_everybody_may_look_at_is_not_beside_the_board_a_second_time() -> None:
    options = await matches._options(_request(), _match(), Actor(ADA, SERVER))
    labels = {getattr(one, "label", one) for one in options.at_once}
    assert labels and not labels & {"Log", "Chance", "Rules", "Replay", "Try moves"}


async def test_the_rematch_is_not_offered_once_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = [[Action("Log", Act("log", 7))], [Action("Note", Act("note", 7)), Action("Rematch", Act("rematch", 7))]]
    monkeypatch.setattr(matches, "options", Mock(return_value=groups))
    for rematch, labels in ((None, ["Rematch"]), (Mock(), [])):
        monkeypatch.setattr(matches, "rematch_of", Mock(return_value=rematch))
        found = await matches._options(_request(), _match(state=State.FINISHED), Actor(ADA, SERVER))
        assert [getattr(one, "label", one) for one in found.after] == labels


# --- pickers ---


@pytest.mark.parametrize(
    ("seat", "state", "chosen", "expected"),
    [
        (0, State.RUNNING, "", ("", False)),
        (0, State.RUNNING, "a4", ("a4", False)),
        (0, State.RUNNING, "a4<c4", ("a4<c4", True)),
        (0, State.RUNNING, "nonsense", ("", False)),
        (1, State.RUNNING, "a4", None),
        (None, State.RUNNING, "", None),
        (0, State.FINISHED, "", None),
    ],
)
def test_only_who_is_to_move_has_something_to_choose(
    seat: int | None, state: State, chosen: str, expected: tuple[str, bool] | None
) -> None:
    match = _match(state=state)
    at = None if seat is None else Seat(seat)
    board = boards.board_of(match, at, None, chosen, "Note")
    assert board.note == "Note" and board.is_running is (state is State.RUNNING)
    assert board.is_to_move is (expected is not None)
    assert ("chosen=" in board.picture) is (expected is not None)
    if expected is None:
        assert board.picker == boards.NOTHING_TO_CHOOSE and not board.prompt and board.ply == 0
    else:
        stage, is_done = expected
        assert (board.picker.chosen, board.picker.is_done, bool(board.play_label)) == (stage, is_done, is_done)
        assert board.ply == is_done and bool(board.prompt)
    flipped = boards.board_of(match, at, Seat(1), chosen)
    assert "view=1" in flipped.picture and "view=1" not in board.picture


def test_what_a_touch_passes_is_not_gone_back_to(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = {
        Move("point"): ("piece", "row", "point"),
        Move("other point"): ("piece", "row", "other point"),
        Move("other row"): ("piece", "other row"),
        Move("other piece"): ("other piece",),
    }
    position: Any = Mock(legal_moves=lambda: [*ways], stages=ways.__getitem__)
    stages = Stages(position, Mock())

    def skipped(node: Node) -> set[str]:
        return {"row"} if node.stage == touched else set[str]()

    def backs() -> list[str | None]:
        return [stages.back(stages.at(stage)) for stage in ("point", "row", "piece", "")]

    monkeypatch.setattr(stages, "skipped", skipped)
    touched = "nowhere"
    assert backs() == ["row", "piece", "", None]
    touched = "piece"
    assert backs() == ["piece", "piece", "", None]


def test_a_card_has_one_theme_that_of_whoever_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.screens.pictures.render.card", cards := Mock(return_value=b""))
    match = _match("a4<c4", theme="night", state=State.FINISHED, result=Result(Ending.RESIGNED, (2, 1), by=ADA))
    for own, seen in (("", "night"), ("paper", "paper")):
        with looking(own):
            end_card(match, Review((), (), 1))
        card = cards.call_args.args[0]
        assert card.chances.theme == card.scene.theme == seen
