"""Note, behind More: a private text for each match."""

from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer


async def test_a_note_is_for_its_author_alone_and_stays(world: World) -> None:
    board = await world.start_match()
    more = answer(await world.ada.click(board, label="More"))
    shown = answer(await world.ada.click(more, label="Note"))
    assert "nothing yet" in text_of(shown)
    window = await world.ada.click(shown, label="Write")
    await world.ada.submit_modal(window, {"text": "Keep c4 <@1> guarded."})
    async with world.nothing_changes():
        theirs = answer(await world.ben.click(answer(await world.ben.click(board, label="More")), label="Note"))
        assert "nothing yet" in text_of(theirs)
    await world.restart()
    await world.matches.resign(world.actor(world.ben), 1)
    again = answer(await world.ada.click(answer(await world.ada.click(board, label="More")), label="Note"))
    assert "guarded" in text_of(again) and "<@1>" not in text_of(again)
    stranger = answer(await world.cleo.click(board, label="More"))
    assert "Note" not in buttons_of(stranger)
