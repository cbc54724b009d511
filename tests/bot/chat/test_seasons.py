"""The commands `/season` and `/manage start`: finding a league, an event or a ladder, and opening one in a modal."""

from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from bot.actions.competitions.standings import standings as standings_of_competition
from bot.chat.core.press import id_of
from bot.model.competitions.competition import Competition, Format
from bot.screens.core import Act
from tests.bot.chat.test_league import passes
from tests.bot.screen import buttons_of, choose_option, menus_of, text_of
from tests.bot.world import World, answer, reply_text

_USUAL = {"begins": "tomorrow", "lasts": "2 weeks", "days": "3 days"}


async def _competition(world: World, number: int = 1) -> Competition:
    return (await standings_of_competition(world.bot.services.context, None, number)).competition


async def _window(world: World, boss: MemberActor, label: str, **options: str) -> InteractionResult:
    """The modal behind a button of `/manage start`."""
    kinds = answer(await boss.slash(world.channel, "manage start", **options))
    return await boss.click(kinds, label=label)


async def test_without_options_it_asks_what_is_to_begin_and_a_window_for_the_rest(
    world: World, boss: MemberActor
) -> None:
    kinds = answer(await boss.slash(world.channel, "manage start"))
    assert buttons_of(kinds) == ["League", "Knock-out", "Swiss", "All-play-all", "Ladder"]
    window = await boss.click(kinds, label="League")
    reply = reply_text(
        await boss.submit_modal(
            window, {"game": ["furl", "fursaz"], **_USUAL, "also": ["both", "weekends", "once"], "days": ["5 days"]}
        )
    )
    assert reply.startswith("**League of 2 games · season 1** is open")
    made = (await _competition(world)).regulations
    assert (made.format, [game.key for game in made.games]) == (Format.LEAGUE, ["furl", "fursaz"])
    assert (made.terms.days, made.terms.pauses_weekends, made.both_sides, made.goes_on) == (5, True, True, False)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Knock-out", "Furbowl knock-out"),
        ("Swiss", "Furbowl Swiss"),
        ("All-play-all", "Furbowl all-play-all"),
        ("Ladder", "Furbowl ladder"),
    ],
)
async def test_every_kind_has_its_window(world: World, boss: MemberActor, label: str, name: str) -> None:
    values: dict[str, Any] = {"game": ["furbowl"], "days": ["1 day"]}
    if label != "Ladder":
        values |= {"begins": "2 hours", "lasts": "1 week"}
    window = await _window(world, boss, label)
    assert f"**{name}** is open" in reply_text(await boss.submit_modal(window, values))
    made = (await _competition(world)).regulations
    assert made.both_sides is (label != "Ladder") and made.terms.days == 1 and not made.goes_on


async def test_sizes_and_rounds_are_ticked_in_the_window(world: World, boss: MemberActor) -> None:
    for number, (label, ticked, found) in enumerate(
        (("League", "size8", (8, None)), ("Swiss", "rounds5", (200, 5))), start=1
    ):
        window = await _window(world, boss, label)
        await boss.submit_modal(window, {"game": ["furl"], **_USUAL, "days": ["3 days"], "also": [ticked]})
        made = (await _competition(world, number)).regulations
        assert (made.size, made.rounds) == found
    window = await _window(world, boss, "League")
    async with world.nothing_changes():
        both = {"game": ["fursaz"], **_USUAL, "days": ["3 days"], "also": ["size4", "size8"]}
        assert "tick one of 4 or 8, or none" in reply_text(await boss.submit_modal(window, both))


async def test_missing_options_are_asked_for(world: World, boss: MemberActor) -> None:
    for options in (
        {"format": "ladder"},
        {"format": "league", "game": "furl"},
        {"format": "swiss", "begins": "1 hour"},
    ):
        assert len(buttons_of(answer(await boss.slash(world.channel, "manage start", **options)))) == 1
    assert len(buttons_of(answer(await boss.slash(world.channel, "manage start", game="furl")))) == 5


async def test_slips_and_forged_windows_are_refused(world: World, boss: MemberActor) -> None:
    window = await _window(world, boss, "Swiss", format="swiss")
    kinds = answer(await boss.slash(world.channel, "manage start"))
    async with world.nothing_changes():
        reply = reply_text(
            await boss.submit_modal(window, {"game": ["furl"], **_USUAL, "days": ["3 days"], "begins": "soon"})
        )
        assert "“soon” isn't a day" in reply
        options = {"format": "swiss", "game": "furl", "begins": "1 hour", "lasts": "1 day", "game2": "fursaz"}
        assert "Only a league" in reply_text(await boss.slash(world.channel, "manage start", **options))
        for who, act, refused in (
            (world.ada, Act("season_start", detail="league"), "Manage Server"),
            (world.ada, Act("season_open", detail="ladder"), "Manage Server"),
            (boss, Act("season_start", detail="chess"), "isn't one of the choices"),
            (boss, Act("season_open", detail="ladder"), "no game called"),
        ):
            [forged] = await world.at_once(world.forged(who, kinds, id_of(act)))
            assert refused in reply_text(forged), act


async def test_one_s_own_comes_first_and_menus_lead_to_the_others(world: World, boss: MemberActor) -> None:
    league = {"format": "league", "begins": "tomorrow", "lasts": "2 weeks"}
    await boss.slash(world.channel, "manage start", **league, game="furl")
    for person in (world.ada, world.ben, world.cleo, boss):
        await world.in_season(person, "Join")
    await boss.slash(world.channel, "manage start", **league, game="fursaz")
    await boss.slash(world.channel, "manage start", format="ladder", game="furl")
    await passes(world, 1)
    await boss.slash(world.channel, "manage start", **league, game="playwin")
    shown = answer(await world.ada.slash(world.channel, "season"))
    assert buttons_of(shown) == ["Leave", "Text", "How it works"]
    [menu] = menus_of(shown).values()
    assert len(menu) == 3, "the league that took place nowhere is left out"
    ladder = id_of(Act("league_table", detail="3/0"))
    await choose_option(world.ada, shown, ladder)
    assert buttons_of(shown) == ["Join", "Text", "How it works"]
    await world.ada.click(shown, label="Join")
    shown = answer(await world.ada.slash(world.channel, "season", season="3"))
    assert buttons_of(shown) == ["Challenge", "Leave", "Text", "How it works"]
    other = answer(await boss.slash(world.channel, "season", season="play"))
    assert "Play Win league" in text_of(other) and buttons_of(other) == ["Join", "Start now", "How it works"]
    async with world.nothing_changes():
        reply = reply_text(await boss.slash(world.channel, "season", season="Furl l"))
        assert "Several have that name: Furl league · season 1 and Furl ladder." in reply
    suggested = await boss.autocomplete(world.channel, "season", "season", "furl")
    assert [choice["name"] for choice in suggested] == ["Furl league · season 1 (running)", "Furl ladder (running)"]


async def test_menus_lead_to_other_divisions(world: World, boss: MemberActor) -> None:
    options = {"format": "league", "game": "furl", "begins": "tomorrow", "lasts": "2 weeks", "size": 4}
    await boss.slash(world.channel, "manage start", **options)
    names = [f"P{number}" for number in range(6)]
    people = [world.ada, boss, *(world.guild.add_member(world.env.create_user(name)) for name in names)]
    for person in people:
        await world.in_season(person, "Join")
    await passes(world, 1)
    shown = answer(await world.ada.slash(world.channel, "season"))
    [menu] = menus_of(shown).values()
    assert list(menu) == [id_of(Act("league_table", detail=f"1/{number}")) for number in (1, 2)]
    first, second = (reply_text(await world.ada.click(shown, label="Text")), None)
    for value in menu:
        await choose_option(world.ada, shown, value)
        second = reply_text(await world.ada.click(shown, label="Text"))
        if second != first:
            break
    assert second is not None and second != first
