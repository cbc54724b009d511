"""A person's data on the page: its export, and its deletion after a question."""

import io
from zipfile import ZipFile

import pytest

from bot.model.match import State
from tests.bot.web.visiting import ADA, BEN, Browser, Visited, words

pytestmark = pytest.mark.each_database


async def test_everything_stored_about_a_visitor_is_sent_as_a_file(site: Visited) -> None:
    await site.match()
    ada = await site.visit(ADA)
    assert "Your data" in words(await ada.get("/"))
    sent = await ada.post_bytes("/privacy/export", csrf=await ada.csrf())
    [name] = ZipFile(io.BytesIO(sent)).namelist()
    assert b"Ada" in ZipFile(io.BytesIO(sent)).read(name)


async def test_data_is_deleted_only_after_a_question_to_the_same_person(site: Visited) -> None:
    match = await site.match()
    ada = await site.visit(ADA)
    asked = await ada.get("/privacy?delete")
    assert "Have Furlong forget you?" in words(asked) and "The match that you play ends" in words(asked)
    csrf = await ada.csrf()
    assert (await ada.post("/privacy/forget", csrf=csrf, person=str(BEN.id))).status == 400
    assert (await site.matches.load(match.id)).state is State.RUNNING
    done = await ada.post("/privacy/forget", csrf=csrf, person=str(ADA.id))
    assert done.status == 200 and "Furlong has forgotten you" in words(done)
    assert (await site.matches.load(match.id)).state is State.FINISHED
    assert "Ada" not in words(await ada.get("/"))
    assert (await Browser(site).get("/privacy")).status == 401
