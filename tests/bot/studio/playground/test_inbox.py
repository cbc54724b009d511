"""`/inbox` copies direct messages, with their pictures, into the channel of the playground."""

from pathlib import Path

from studio.playground.world import prepare, world_of
from tests.bot.screen import buttons_of, pictures_of
from tests.bot.tables import address_of
from tests.bot.world import ask_to_play, reply_text


async def test_a_board_in_a_direct_message_is_copied_with_its_picture(fresh_file: Path) -> None:
    url = address_of(fresh_file)
    _key, begins = await prepare(url)
    async with world_of(url, begins) as world:
        ada, ben, *_others = world.place.people
        await ask_to_play(ada, world.place.channel, game="furl", people=[ben], also=["direct", "first"])
        challenge = ben.user.dm_channel.history()[-1]
        await ben.user.click(challenge, label="Accept")
        board = ada.user.dm_channel.history()[-1]
        result = await ada.slash(world.place.channel, "inbox")
        assert "the board is below" in reply_text(result)
        [copy] = [message for message in result.followups if pictures_of(message)]
        cdn = world.env.backend.cdn
        assert cdn.get(pictures_of(copy)[0]) == cdn.get(pictures_of(board)[0]) is not None
        assert pictures_of(copy) != pictures_of(board) and buttons_of(copy) == buttons_of(board)
