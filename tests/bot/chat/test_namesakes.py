"""People with the same name are told apart by their user names, which also stand for names of which nothing is seen."""

from datetime import timedelta

import pytest
from simcord.actors import MemberActor
from sqlalchemy import insert

from bot.actions import people
from bot.model.people import Person, is_visible, told_apart
from bot.model.weeks import A_WEEK, week_of
from bot.records.puzzles import shipped
from bot.store import puzzles, weeks
from bot.store import votes as stored_votes
from bot.store.engine.schema.matches import votes
from bot.texts.names import literal_name
from bot.texts.servers import week
from tests.bot.screen import button_id, text_of
from tests.bot.tables import all_games
from tests.bot.world import World, answer, reply_text


def _named(world: World, who: MemberActor, nick: str) -> None:
    world.env.backend.edit_member(world.guild.id, who.id, {"nick": nick})


async def _two_sams(world: World) -> None:
    for who in (world.ada, world.ben):
        _named(world, who, "Sam")
    await world.start_match()


async def test_the_table_of_puzzles_and_those_who_solved_the_one_of_the_day_tell_them_apart(world: World) -> None:
    for who in (world.ada, world.ben):
        _named(world, who, "Sam")
        shown = answer(await who.click(answer(await who.slash(world.channel, "help")), label="Puzzle"))
        game, number, _chosen = button_id(shown, "Hint").split(":", 4)[4].split("/")
        await who.submit_modal(await who.click(shown, label="Type a move"), {"text": shipped(game)[number].best})
        assert "Solved!" in text_of(shown)
        table = reply_text(await who.click(shown, label="Table"))
    assert "**Sam (Ada)**" in table and "**Sam (Ben)**" in table
    ago = world.env.now() - timedelta(days=1)
    async with world.bot.services.context.database.read() as connection:
        solvers, _count = await puzzles.solvers(connection, world.guild.id, game, number, ago, 9)
    assert {literal_name(one) for one in solvers} == {"Sam (Ada)", "Sam (Ben)"}


async def test_a_week_tells_apart_those_who_never_met(world: World) -> None:
    for who in (world.ada, world.cleo):
        _named(world, who, "Sam")
        await world.start_match(who, world.ben)
    for number in (1, 2):
        await world.matches.resign(world.actor(world.ben), number)
    now = world.env.now()
    async with world.bot.services.context.database.read() as connection:
        found = await weeks.results(connection, world.guild.id, now - A_WEEK, now + A_WEEK, all_games())
    text = week(week_of(now.date(), found, [], []))
    assert "**Sam (Ada)**" in text and "**Sam (Cleo)**" in text and "beat Ben" in text


async def test_the_menu_of_opponents_and_the_voters_of_a_review_tell_them_apart(world: World) -> None:
    await _two_sams(world)
    context = world.bot.services.context
    found = await people.opponents_on(context, world.guild.id, Person(world.cleo.id, "Cleo"))
    assert {literal_name(one) for one in found} == {"Sam (Ada)", "Sam (Ben)"}
    async with context.database.write() as connection:
        for who in (world.ada, world.ben):
            row = {"match_id": 1, "person_id": who.id, "ply": 0, "choice": "a4<c4", "chosen_at": world.env.now()}
            await connection.execute(insert(votes).values(row))
        cast = await stored_votes.all_of(connection, 1)
    assert {literal_name(person) for person, _ply, _choice in cast} == {"Sam (Ada)", "Sam (Ben)"}


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800\u2800", "\u200b", "\u0301\u0302", "\u2060\ufeff", "\u115f\u1160", "\u202e", "\xa0", ""]
)
def test_nothing_is_seen_of_fillers_marks_and_controls(name: str) -> None:
    assert not is_visible(name)
    assert literal_name(Person(1 << 30, name, "sam.smith")) == "sam.smith"
    assert literal_name(Person(1 << 30, name)) == "someone"


@pytest.mark.parametrize("name", ["Sam", "山", "😀", "ㅤSam", "\u2800x", "-", "é", "ﷺ"])
def test_something_is_seen_of_other_names(name: str) -> None:
    assert is_visible(name)


@pytest.mark.parametrize("other", ["Sam", "sam", "Ѕаm", "Sam\u200b", "Ｓａｍ", "Sám".replace("á", "a\u0301")])
def test_names_that_look_the_same_are_told_apart(other: str) -> None:
    people = told_apart([Person(1 << 30, "Sam", "sam1"), Person(1 << 31, other, "sam2"), Person(1 << 32, "Ben", "ben")])
    assert [person.has_namesake for person in people] == [True, True, False]
    assert literal_name(people[1]).endswith("(sam2)")


def test_a_person_who_is_meant_twice_is_no_namesake() -> None:
    sam = Person(1 << 30, "Sam", "sam1")
    assert not any(person.has_namesake for person in told_apart([sam, sam]))
