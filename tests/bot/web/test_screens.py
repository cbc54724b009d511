"""How screens become pages: links and forms, lines that share a row, and what is read from forms."""

# pyright: reportPrivateUsage=false

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from aiohttp import web

from bot.model.askers import Cost
from bot.screens import registry
from bot.screens.core import Act, Action, ActMenu, Ask, Choosable, Figure, Gap, Line, Menu, Part, Screen, Weight
from bot.web import screens
from bot.web.screens import Form, Link, act_in, address_of, fields_in, view_of

_HERE = "/here"
_OPTIONS = tuple(Choosable(name.title(), "", name) for name in ("one", "two"))


def _link(detail: str, label: str = "Profile", weight: Weight = Weight.PLAIN, **more: Any) -> Action:
    return Action(label, Act("profile", detail=detail), weight, **more)


def _form(label: str = "Join", weight: Weight = Weight.PLAIN, **more: Any) -> Action:
    return Action(label, Act("league_join", detail="7"), weight, **more)


_FIELDS = {"deed": "league_join", "match": "0", "revision": "0", "detail": "7"}


@pytest.mark.parametrize(
    ("act", "address"),
    [
        (Act("profile", detail="5"), "/profile/5"),
        (Act("league_table", detail="7/2"), "/seasons/7/2"),
        (Act("log", 9), "/matches/9/log"),
        (Act("board", 9), "/matches/9"),
        (Act("replay", 9), "/matches/9/replay"),
        (Act("rules", detail="furl/3"), "/rules/furl"),
        (Act("learn_go", detail="furl/0"), "/lessons/furl/1"),
        (Act("learn_go", detail="furl/4"), "/lessons/furl/5"),
        (Act("puzzle_daily", detail="furl/0123456789"), "/puzzles/furl/0123456789"),
        (Act("league_join", detail="7"), ""),
        (Act("nothing"), ""),
    ],
)
def test_an_act_has_the_address_of_its_screen(act: Act, address: str) -> None:
    assert address_of(act) == address


@pytest.mark.parametrize(
    ("action", "way"),
    [
        (_link("5"), Link("/profile/5", "Profile")),
        (_link("5", weight=Weight.MAIN), Link("/profile/5", "Profile", "main")),
        (_link("5", is_possible=False), "Profile"),
        (_form(), Form(_HERE, _FIELDS, "Join")),
        (_form(weight=Weight.ONWARD), Form(_HERE, _FIELDS, "Join", "main")),
        (_form(weight=Weight.DANGER), Form(_HERE, _FIELDS, "Join", "danger")),
        (_form(is_possible=False), "Join"),
        (Action("Learn", Act("learn")), Link("/lessons", "Learn")),
        (
            Action("Play", Act("learn_match", detail="furl")),
            Form("/play", {"game": "furl", "character": "mole", "hints": "on"}, "Play"),
        ),
        (Action("Text", Act("league_text", detail="7/1")), None),
        (Action("Type", Act("learn_window", detail="furl/0")), None),
        (Action("Nothing", Act("nothing")), None),
        (
            Action("Vote", Act("vote", 9, 3, "a4")),
            Form(_HERE, {"deed": "vote", "match": "9", "revision": "3", "detail": "a4"}, "Vote"),
        ),
    ],
)
def test_a_button_is_a_link_a_form_a_label_or_not_on_the_page(action: Action, way: object) -> None:
    assert screens.ways_of(_HERE, [action]) == ([] if way is None else [way])


def test_a_line_links_the_first_name_and_where_its_button_leads() -> None:
    line = Line("**Ada** and **Ben** [here](https://discord.com/channels/1/2)", about=Act("profile", detail="5"))
    text = str(screens._text(line))
    assert text.count("<a ") == 2 and text.index('<a href="/profile/5"><b>Ada</b></a>') < text.index("<b>Ben</b>")
    assert "https://discord.com/channels/1/2" in text
    beside = replace(line, about=None, beside=_link("6"))
    text = str(screens._text(beside))
    assert "discord.com" not in text and '<a href="/profile/6"' in text and "<b>Ada</b> and <b>Ben</b>" in text


def test_lines_share_a_row_unless_a_gap_or_a_button_is_between_them() -> None:
    lines = [
        Line("- a"),
        Line("- b"),
        Line("c", gap=Gap.SPACE),
        Line("d", beside=_link("5")),
        Line("e"),
        Line("f"),
        Line("g", gap=Gap.RULE),
        Line("h", beside=Action("Type", Act("learn_window"))),
    ]
    rows = screens._rows(_HERE, lines)
    assert [(row.look, row.beside) for row in rows] == [
        ("none", None),
        ("space", None),
        ("none", Link("/profile/5", "Profile")),
        ("none", None),
        ("rule", None),
    ]
    assert [str(row.text).count("<li>") for row in rows] == [2, 0, 0, 0, 0] and str(rows[0].text).count("<ul>") == 1
    assert [[letter for letter in "abcdefgh" if f">{letter}" in str(row.text)] for row in rows][1:] == [
        ["c"],
        ["d"],
        ["e", "f"],
        ["g", "h"],
    ]


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        ({}, {}),
        ({"csrf": "x", "deed": "y"}, {}),
        ({"in.a": "x"}, {"a": ["x"]}),
        ({"in.a": ""}, {"a": []}),
        ({"in.a": "x\r\ny"}, {"a": ["x\ny"]}),
        ({"in.a.one": "on", "in.a.two": "on"}, {"a": ["one", "two"]}),
        ({"in.a": "x", "typed.a": "y"}, {"a": ["y"]}),
        ({"in.a": "x", "typed.a": " "}, {"a": ["x"]}),
        ({"in.a": "x", "was.a": "x"}, {}),
        ({"in.a": "x", "was.a": "y"}, {"a": ["x"]}),
        ({"in.a": "", "was.a": ""}, {}),
        ({"in.a.one": "on", "in.a.two": "on", "was.a": "one,two"}, {}),
        ({"in.a.one": "on", "was.a": "one,two"}, {"a": ["one"]}),
        ({"in.a": "z" * 12_001}, {"a": ["z" * 12_000]}),
        ({"typed.a": "z" * 401}, {"a": ["z" * 400]}),
    ],
)
def test_the_fields_of_a_form_are_what_was_chosen_typed_or_changed(
    form: Mapping[str, str], fields: Mapping[str, Sequence[str]]
) -> None:
    assert fields_in(form) == fields


def test_the_act_of_a_form_has_its_value_or_what_was_typed() -> None:
    act = Act("plan", 7, 3, "x" * 400, "y" * 400)
    assert act_in({"deed": "plan", "match": "7", "revision": "3", "detail": "x" * 401, "value": "y" * 401}) == act
    assert act_in({"deed": "plan", "in.value": "typed"}) == Act("plan", value="typed")
    assert act_in({"deed": "plan", "in.value": "typed", "value": "given"}) == Act("plan", value="given")
    assert act_in({}) == Act("")
    for wrong in ({"match": "x"}, {"revision": "-1"}):
        with pytest.raises(web.HTTPBadRequest):
            act_in(wrong)
    for sent in (act, Act("plan", value=""), Act("plan", 7)):
        assert act_in(screens._fields(sent)) == sent


def test_a_form_shows_what_is_stored_and_after_a_refusal_what_was_entered() -> None:
    chosen = (_OPTIONS[0], replace(_OPTIONS[1], is_chosen=True))
    parts = [Part(name="a", label="A", options=chosen, text="not this"), Part(name="b", label="B", text="typed")]
    ask = Ask(Act("own_set"), "Title", parts, "Save", is_change=True)
    entry = screens._entry(_HERE, ask)
    assert entry.was == {"a": "two", "b": "typed"} and entry.form.label == "Save" and entry.parts == parts
    assert screens._entry(_HERE, replace(ask, is_change=False)).was == {}
    again = screens._again(entry, {"in.a": "one", "in.b": "other"})
    assert again is not None
    assert [[one.is_chosen for one in part.options] for part in again.parts] == [[True, False], []]
    assert [part.text for part in again.parts] == ["", "other"]
    typed = screens._again(entry, {"typed.a": "three"})
    assert typed is not None and [part.text for part in typed.parts] == ["three", "typed"]
    assert not any(one.is_chosen for one in typed.parts[0].options)
    assert screens._again(None, {"in.a": "one"}) is None


async def test_each_part_of_a_screen_is_in_its_view() -> None:
    async def more() -> Sequence[Line]:
        return [Line("More")]

    screen = Screen(
        text="Text",
        lines=[Line("Line")],
        more=more,
        menus=[
            Menu(
                "Games",
                Act("leaderboard_of"),
                (Choosable("Furl", "", "furl", is_chosen=True), Choosable("All", "", "all")),
            ),
            Menu("Do", Act("own", detail="language"), _OPTIONS),
        ],
        steps=[_link("1", "Back")],
        actions=[_link("2", "Two")],
        groups=[[_link("3", "Three")], [_link("4", "Four")]],
        up=_link("5", "Up"),
        below="Below",
        others=[_link("6", "Other")],
        is_waiting=True,
        explains_commands=True,
        elsewhere=[
            ActMenu("a", "Others", [_link("7", "Seven"), _link("8", "Eight")], Act("profile", detail="8")),
            ActMenu("b", "Above", [_link("9", "Nine")], Act("profile", detail="9"), is_above=True),
        ],
    )
    request: Any = Mock()
    view = await view_of(request, screen, _HERE)
    assert (view.here, view.text, view.below, view.is_waiting, view.explains_commands) == (
        _HERE,
        "Text",
        "Below",
        True,
        True,
    )
    assert [[str(row.text) for row in rows] for rows in (view.rows, view.more)] == [["<p>Line</p>"], ["<p>More</p>"]]
    assert view.menus == [
        ("Games", [Link("/leaderboard/furl", "Furl", is_current=True), Link("/leaderboard/all", "All")]),
        (
            "Do",
            [
                Form(
                    _HERE,
                    {"deed": "own", "match": "0", "revision": "0", "detail": "language", "value": one.value},
                    one.label,
                )
                for one in _OPTIONS
            ],
        ),
    ]
    assert view.steps == [Link("/profile/1", "Back")] and view.up == Link("/profile/5", "Up")
    assert view.ways == [Link(f"/profile/{number}", label) for number, label in ((2, "Two"), (3, "Three"), (4, "Four"))]
    assert view.others == [Link("/profile/6", "Other")] and view.form is None
    assert view.elsewhere == [("Others", [Link("/profile/7", "Seven"), Link("/profile/8", "Eight", is_current=True)])]
    with_form = await view_of(request, replace(screen, form=Ask(Act("own_set"), "", [], "Save")), _HERE)
    assert with_form.form is not None and with_form.menus == [] and with_form.ways == view.ways[:1]
    plain = await view_of(request, Screen(text="Text"), _HERE)
    assert plain == screens.View(
        here=_HERE,
        text="Text",
        about=[],
        boards=[],
        rows=[],
        more=[],
        menus=[],
        steps=[],
        ways=[],
        others=[],
        elsewhere=[],
    )


async def test_a_figure_is_a_picture_of_its_own_or_of_a_position() -> None:
    request: Any = Mock()
    figure = Figure(Mock(), "Alt", size=(30, 20))
    view = await view_of(request, Screen(text="Text", figure=figure), _HERE)
    assert (view.figure, view.alt, view.size, view.picture) == (f"{_HERE}?picture&lang=en", "Alt", (30, 20), "")
    position: Any = Mock()
    view = await view_of(request, Screen(text="Text", figure=replace(figure, position=position)), _HERE)
    assert (view.picture, view.alt, view.position, view.figure) == (f"{_HERE}?picture&lang=en", "Alt", position, "")


@pytest.mark.parametrize(
    ("here", "is_scripted", "leads_to"),
    [
        (None, False, None),
        (Act("profile", detail="5"), False, "/profile/5"),
        (Act("profile", detail="5"), True, None),
        (Act("profile", detail="6"), True, "/profile/6"),
    ],
)
def test_a_browser_goes_on_to_the_address_of_a_screen_and_a_script_stays_where_it_is(
    monkeypatch: pytest.MonkeyPatch, here: Act | None, *, is_scripted: bool, leads_to: str | None
) -> None:
    monkeypatch.setattr(screens, "is_scripted", Mock(return_value=is_scripted))
    request: Any = Mock()
    if leads_to is None:
        screens.go_on(request, Screen(text="Text", here=here), "/profile/5")
    else:
        with pytest.raises(web.HTTPSeeOther) as led:
            screens.go_on(request, Screen(text="Text", here=here), "/profile/5")
        assert led.value.location == leads_to


@pytest.mark.parametrize(
    ("act", "form", "is_done"),
    [
        (Act("nothing"), {}, False),
        (Act("learn_window"), {"in.value": "a4<c4"}, False),
        (Act("note_save"), {}, False),
        (Act("note_save"), {"in.value": ""}, True),
        (Act("note_save", value="Mine"), {}, True),
        (Act("league_join"), {}, True),
    ],
)
async def test_only_what_a_form_may_send_is_done(
    monkeypatch: pytest.MonkeyPatch, act: Act, form: Mapping[str, str], *, is_done: bool
) -> None:
    run, request = AsyncMock(return_value=Screen(text="Done")), Mock()
    monkeypatch.setattr(screens, "_run", run)
    monkeypatch.setattr(screens, "spend", spend := Mock())
    monkeypatch.setattr(screens, "form_of", AsyncMock(return_value=form))
    if is_done:
        assert (await screens.done(request, act)).text == "Done"
        run.assert_awaited_once_with(registry.handlers()[act.name], request, act)
        spend.assert_called_once_with(request, Cost.DRAWING)
    else:
        with pytest.raises(web.HTTPBadRequest):
            await screens.done(request, act)
        run.assert_not_awaited()
