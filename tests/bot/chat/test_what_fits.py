"""Where Discord has room for so many: with exactly that many, and with one more."""

# pyright: reportPrivateUsage=false

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Final, cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from discord import app_commands, ui

from bot.chat import guide, people, screens
from bot.chat.challenges import views
from bot.chat.core import arguments, messages, press
from bot.chat.core.answers import Say, send
from bot.chat.core.messages import Unpainted, image, plain
from bot.chat.core.press import window
from bot.chat.matches import picker
from bot.chat.replays.views import stops
from bot.model.people import Person
from bot.model.picking import Branch, Choice
from bot.screens import challenges as windows
from bot.screens import core
from bot.screens.core import Act, Action, ActMenu, Ask, Choosable, Menu, Part, Screen
from bot.texts import limits
from bot.texts import matches as match_texts
from rules import GAMES
from rules.core import Move, Option

_ACT: Final = Act("act", 1, 2, "detail/")


def _games(count: int) -> dict[str, Any]:
    """So many games, which differ in their names."""
    one = GAMES["furl"]
    return {
        f"game{number}": SimpleNamespace(key=f"game{number}", name=f"Game {number}", summary=one.summary)
        for number in range(count)
    }


def _choice(count: int) -> tuple[Any, Choice]:
    """A position with so many options, and the choice between them."""
    branches = tuple(Branch(f"a{number}", (Move(f"a{number}<b1"), Move(f"a{number}<b2"))) for number in range(count))

    def option(partial: str, _moves: object) -> Option:
        return Option(partial, "")

    return Mock(option=option), Choice("a", branches, None, None)


def _kinds(rows: Sequence[Any]) -> list[int]:
    """How many buttons are in each row; of a menu, how many options, as a negative number."""
    return [
        -len(row.children[0].options) if isinstance(row.children[0], ui.Select) else len(row.children) for row in rows
    ]


@pytest.mark.parametrize(
    ("count", "in_a_message", "beside_others"),
    [
        (15, [5, 5, 5], [5, 5, 5]),
        (16, [5, 5, 5, 1], [-16]),
        (25, [5, 5, 5, 5, 5], [-25]),
        (26, [-25, -1], [-25, -1]),
        (100, [-25] * 4, [-25] * 4),
        (101, [-25] * 4, [-25] * 4),
    ],
)
def test_options_are_buttons_while_there_is_room_and_menus_beyond_it(
    count: int, in_a_message: list[int], beside_others: list[int]
) -> None:
    position, choice = _choice(count)
    options: Any = picker._options(position, choice, _ACT, _ACT, picker._MOST_BUTTONS)
    assert _kinds(options) == in_a_message
    assert _kinds(picker.rows(position, choice, _ACT, _ACT, "")) == beside_others
    ids = [item.custom_id for row in options for item in row.children]
    menus = [f"furlong-menu:act:1:2:detail/{number}/a" for number in range(len(in_a_message))]
    assert ids == (menus if in_a_message[0] < 0 else [f"furlong:act:1:2:detail/a{number}" for number in range(count)])


@pytest.mark.parametrize(
    ("move", "back", "shown"),
    [("a", "", ["Play", "Choose again"]), ("a", None, ["Play"]), (None, "", ["Choose again"])],
)
def test_what_can_be_played_and_undone_has_a_button_each(move: str | None, back: str | None, shown: list[str]) -> None:
    position, _ = _choice(0)
    [row] = picker.rows(position, Choice("a", (), None if move is None else Move(move), back), _ACT, _ACT, "Play")
    buttons: Any = row.children
    assert [one.label for one in buttons] == shown
    styles = {"Play": discord.ButtonStyle.success, "Choose again": discord.ButtonStyle.secondary}
    assert [one.style for one in buttons] == [styles[label] for label in shown]


@pytest.mark.parametrize(("engines", "count"), [(0, 8), (17, 25), (18, 25)])
def test_a_window_offers_as_many_opponents_as_fit(engines: int, count: int) -> None:
    known = [Person(1000 + number, f"Engine {number}") for number in range(engines)]
    asked = windows.play_window(3, known, has_equal=True, is_direct=False, is_first=False)
    parts: list[Any] = [part.component for part in cast("list[Any]", window(asked).children)]
    [against] = [part for part in parts if part.custom_id == "who"]
    assert len(against.options) == count
    assert [one.value for one in against.options if one.default] == ["equal"]


@pytest.mark.parametrize("count", [25, 26])
def test_games_are_chosen_while_a_menu_holds_them_and_typed_beyond_it(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(windows, "GAMES", _games(count))
    [part] = cast("list[Any]", window(Ask(_ACT, "Play", [windows.game_part()])).children)
    assert isinstance(part.component, ui.Select if count == 25 else ui.TextInput)
    menus = views.game_menus([*_games(count).values()], lambda _game: _ACT)
    assert [len(one.options) for one in menus] == [25, 1][: count - 24]
    assert [one.custom_id for one in menus] == ["furlong-choice:games", "furlong-choice:games-25"][: count - 24]
    assert ("from Game 0 to Game 24" in (menus[0].placeholder or "")) is (count == 26)


@pytest.mark.parametrize("count", [25, 26])
def test_games_of_a_command_are_choices_while_there_are_few_enough(count: int) -> None:
    async def run(_interaction: discord.Interaction[Any], game: str) -> None:
        raise AssertionError(game)

    callback = arguments.offering("game", games=_games(count).values())(run)
    [option] = app_commands.Command[Any, Any, Any](name="run", description="Run", callback=callback).parameters
    assert len(option.choices) == (count if count == 25 else 0) and option.autocomplete is (count == 26)


@pytest.mark.parametrize(
    ("count", "longest", "kind"),
    [(25, 40, ui.Select), (26, 40, ui.TextInput), (26, 0, ui.Select), (0, 40, ui.TextInput)],
)
def test_a_part_of_a_window_is_a_menu_unless_its_options_are_too_many_and_can_be_typed(
    count: int, longest: int, kind: type[Any]
) -> None:
    options = [Choosable(f"{number}", "", f"{number}") for number in range(count)]
    part = press._part(Part(name="one", label="One", options=options, longest=longest)).component
    assert isinstance(part, kind)
    assert not isinstance(part, ui.Select) or len(part.options) == min(count, 25)


@pytest.mark.parametrize(
    ("steps", "actions", "rows"), [(2, 3, [5]), (2, 4, [2, 4]), (0, 5, [5]), (0, 6, [5, 1]), (2, 0, [2])]
)
async def test_steps_and_actions_share_a_row_if_they_fit(steps: int, actions: int, rows: list[int]) -> None:
    found = [
        [Action(f"{name}{number}", Act(f"{name}", number)) for number in range(count)]
        for name, count in (("step", steps), ("act", actions))
    ]
    post = await screens.post_of(Screen(text="Text", steps=found[0], actions=found[1]))
    assert _kinds([row for row in post.view.children if isinstance(row, ui.ActionRow)]) == rows


@pytest.mark.parametrize(
    ("count", "chosen", "shown"),
    [
        (25, 0, range(25)),
        (25, 24, range(25)),
        (26, 12, range(25)),
        (26, 13, range(1, 26)),
        (60, 30, range(18, 43)),
        (60, 59, range(35, 60)),
        (60, None, range(25)),
    ],
)
async def test_a_long_menu_shows_what_is_near_the_chosen_option(count: int, chosen: int | None, shown: range) -> None:
    options = [Action(f"{number}", Act("to", detail=f"{number}")) for number in range(count)]
    one = ActMenu("name", "Go to", options, Act("to", detail=f"{chosen}"))
    post = await screens.post_of(Screen(text="Text", elsewhere=[one]))
    [row] = [row for row in post.view.children if isinstance(row, ui.ActionRow)]
    menu: Any = row.children[0]
    assert [int(option.label) for option in menu.options] == [*shown]
    assert [int(option.label) for option in menu.options if option.default] == ([] if chosen is None else [chosen])


async def test_a_menu_for_several_takes_any_number_and_another_exactly_one() -> None:
    options = [Choosable(f"{number}", "", f"{number}") for number in range(3)]
    menus = [Menu("Choose", Act("act"), options, is_for_several=several) for several in (False, True)]
    post = await screens.post_of(Screen(text="Text", menus=menus))
    found: list[Any] = [row.children[0] for row in post.view.children if isinstance(row, ui.ActionRow)]
    assert [(one.min_values, one.max_values) for one in found] == [(1, 1), (0, 3)]


@pytest.mark.parametrize(
    ("count", "rows"), [(2, [2]), (5, [5]), (6, [-6]), (26, [-25, -1]), (100, [-25] * 4), (101, [-25] * 4)]
)
def test_the_question_which_match_is_meant_has_buttons_or_menus(
    monkeypatch: pytest.MonkeyPatch, count: int, rows: list[int]
) -> None:
    def label(match: Any, _person: object) -> str:
        return f"#{match.id}"

    for name in ("brief", "whose_turn"):
        monkeypatch.setattr(match_texts, name, label)
    request: Any = Mock()
    request.services.symbols.of_match = Mock(return_value=None)
    asked: Any = [Mock(id=number + 1) for number in range(count)]
    answer: Any = arguments.ask_for_match(request, asked, Act("move"), typed="a4 `c4`\n").answer
    children = answer.post.view.children
    assert _kinds([row for row in children if isinstance(row, ui.ActionRow)]) == rows
    assert [one.content for one in children if isinstance(one, ui.TextDisplay)][1:] == ["```\na4 c4\n```"]


@pytest.mark.parametrize(("length", "is_content"), [(2000, True), (2001, False), (4000, False), (4001, False)])
async def test_a_text_is_sent_as_content_while_it_fits(length: int, *, is_content: bool) -> None:
    interaction: Any = Mock(extras={}, followup=Mock(send=AsyncMock()))
    await send(interaction, Say("x" * length))
    [call] = interaction.followup.send.await_args_list
    assert (
        call.kwargs["ephemeral"] and call.kwargs["wait"] and call.kwargs["allowed_mentions"].to_dict() == {"parse": []}
    )
    if is_content:
        assert call.args == ("x" * length,)
    else:
        [text] = call.kwargs["view"].children
        assert len(text.content) == min(length, 4000) and text.content.endswith("…") is (length > 4000)


@pytest.mark.parametrize(
    ("alt", "room", "shown"),
    [("abc", 4, "abc"), ("abc", 3, "a…"), ("abc", 2, "…"), ("abc", -9, "…")],
)
def test_the_text_for_a_picture_fits_into_what_the_others_leave(alt: str, room: int, shown: str) -> None:
    note = "Note"
    view = plain("x" * (limits.TEXTS - len(note) - room), image(alt))
    messages.Post(view, Unpainted(note))
    texts = [part.content for part in view.children if isinstance(part, ui.TextDisplay)]
    assert texts[1:] == [f"{shown}\n{note}"] and not any(isinstance(part, ui.MediaGallery) for part in view.children)


def test_instead_of_a_picture_its_own_text_is_shown_before_the_alt_text() -> None:
    view = plain("Text", image("Alt *text*", instead="Instead"), image("Alt *text*"))
    messages.Post(view, Unpainted("Note"))
    assert [cast("Any", part).content for part in view.children] == ["Text", "Instead\nNote", "Alt \\*text\\*\nNote"]


@pytest.mark.parametrize(
    ("ply", "last", "shown"),
    [
        (12, 24, [*range(25)]),
        (0, 0, [0]),
        (0, 25, [*range(4), 5, 6, 7, 9, 10, 11, 13, 14, 15, *range(17, 22), 22, 23, 25]),
        (
            3000,
            20000,
            [
                *(
                    0,
                    500,
                    2500,
                    2750,
                    2900,
                    2950,
                    2980,
                    2990,
                    2995,
                    2998,
                    2999,
                    3000,
                    3001,
                    3002,
                    3005,
                    3010,
                    3020,
                    3050,
                ),
                *(3100, 3250, 3500, 5500, 10000, 13000, 20000),
            ],
        ),
    ],
)
def test_the_stops_of_a_replay_are_all_or_the_nearer_ones(ply: int, last: int, shown: list[int]) -> None:
    assert stops(ply, last) == shown


@pytest.mark.parametrize(("count", "number", "chosen"), [(24, 23, 23), (25, 24, 24), (26, 24, 24), (26, 25, None)])
def test_the_contents_of_a_rule_book_are_its_first_pages(count: int, number: int, chosen: int | None) -> None:
    pages: Any = [Mock(heading=f"Page {one}") for one in range(count)]
    menu = guide._contents(GAMES["furl"], pages, number)
    assert len(menu.options) == min(count, 25) and menu.custom_id == f"furlong-choice:rules-{number}"
    assert [int(one.label.split()[1]) for one in menu.options if one.default] == ([] if chosen is None else [chosen])


def test_who_was_blocked_last_is_in_the_menu_however_many_others_are() -> None:
    known = [Person(number, f"Person {number}") for number in range(1, 31)]
    for newest, first in ((None, 1), (known[29], 30), (known[0], 1)):
        card: Any = people._blocked_card(known, newest)
        menu = card.view.children[1].children[0]
        ids = [int(press.act_of(option.value).detail) for option in menu.options]
        assert len(ids) == 25 == len(set(ids)) and ids[0] == first


@pytest.mark.parametrize(
    ("page", "pages", "ways"),
    [
        (0, 1, [(0, False), (1, False)]),
        (0, 2, [(0, False), (1, True)]),
        (1, 2, [(0, True), (2, False)]),
        (1, 3, [(0, True), (2, True)]),
    ],
)
def test_only_pages_that_exist_can_be_turned_to(page: int, pages: int, ways: list[tuple[int, bool]]) -> None:
    found = core.turning(Act("turn", detail="furl/"), page, pages, "Back", "Next")
    assert [(one.label, one.act.detail, one.is_possible) for one in found] == [
        (label, f"furl/{number}", exists) for label, (number, exists) in zip(("Back", "Next"), ways, strict=True)
    ]
