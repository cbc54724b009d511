"""People with the same name are told apart by their user names, which also stand for names of which nothing is seen."""

import pytest
from simcord.actors import MemberActor

from bot.model.people import Person, is_visible, told_apart
from bot.texts.names import literal_name
from tests.bot.screen import text_of
from tests.bot.world import World, answer, reply_text


def _named(world: World, who: MemberActor, nick: str) -> None:
    world.env.backend.edit_member(world.guild.id, who.id, {"nick": nick})


async def _two_sams(world: World) -> None:
    for who in (world.ada, world.ben):
        _named(world, who, "Sam")
    await world.start_match()


async def test_two_people_with_the_same_name_are_told_apart_in_every_sentence(world: World) -> None:
    await _two_sams(world)
    assert "**Sam (Ada)** (White) against **Sam (Ben)** (Black)" in text_of(world.board())
    assert world.painting(world.board()).scene.names == ("Sam (Ada)", "Sam (Ben)")
    await world.play("b4<a3", "f5<f3", "c1<b1", "e1<g1", "c6<c3", "g3<g4", "a2<b3")
    assert "Sam (Ben)" in reply_text(await world.ada.slash(world.channel, "games"))
    await world.ben.click(answer(await world.ben.slash(world.channel, "match", do="resign")), label="Resign")
    end = text_of(world.board())
    assert "**Sam (Ben)** resigns" in end
    assert "Sam (Ada)** 1566" in end and "Sam (Ben)** 1434" in end, end
    ranking = text_of(answer(await world.ada.slash(world.channel, "leaderboard")))
    assert "Sam (Ada)" in ranking and "Sam (Ben)" in ranking


async def test_others_keep_their_names_and_a_new_name_ends_the_mixup(world: World) -> None:
    await _two_sams(world)
    _named(world, world.ada, "Ada")
    await world.play("a4<c4")
    assert "**Ada** (White) against **Sam** (Black)" in text_of(world.board())


async def test_a_name_without_anything_visible_is_replaced_by_the_user_name(world: World) -> None:
    _named(world, world.ada, "\u3164")
    await world.start_match()
    assert "**Ada** (White) against **Ben** (Black)" in text_of(world.board())
    assert world.painting(world.board()).scene.names == ("Ada", "Ben")


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
