"""A webhook in the playground, from a challenge to what its inbox shows."""

import socket
from datetime import timedelta
from pathlib import Path

from aiohttp import ClientSession, CookieJar

from bot.actions import tokens, webhooks
from bot.chat.delivery.loop import WEBHOOKS
from bot.model.people import Person
from bot.model.tokens import Scope
from bot.outside.webhooks import address_in
from studio.playground.page import page_of
from studio.playground.webhooks import ADDRESS, PATH
from studio.playground.world import prepare, world_of
from tests.bot.tables import address_of
from tests.bot.world import ask_to_play


async def test_the_inbox_shows_what_is_posted_with_a_right_signature_and_refuses_all_else(fresh_file: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url, page = address_of(fresh_file), f"http://127.0.0.1:{port}"
    _key, begins = await prepare(url)
    async with (
        world_of(url, begins, page) as world,
        page_of(world, page, port),
        ClientSession(page, cookie_jar=CookieJar(unsafe=True)) as browser,
    ):
        (ada, ben, *_others), context = world.place.people, world.bot.services.context
        owner = Person(ben.id, "Ben")
        await tokens.make(context, owner, "My <script>", Scope.READ, timedelta(days=9))
        [token] = await tokens.of_person(context, ben.id)
        assert address_in(ADDRESS) == ADDRESS
        await webhooks.turn_on(context, token, ADDRESS)
        await ask_to_play(ada, world.place.channel, game="furl", people=[ben])
        await world.bot.delivery.deliver_due(WEBHOOKS)
        forged = {
            "webhook-id": "1",
            "webhook-timestamp": f"{int(context.now().timestamp())}",
            "webhook-signature": "v1,A",
        }
        for headers in (forged, {}):
            async with browser.post(PATH, data=b'{"type": "forged"}', headers=headers) as answer:
                assert answer.status == 401
        [token] = await tokens.of_person(context, ben.id)
        assert token.webhook is not None and token.webhook.failures == 0
        async with browser.get("/") as answer:
            assert f'href="{PATH}"' in await answer.text()
        async with browser.post("/as", data={"name": "Ben"}) as answer:
            text = await answer.text()
            assert "Sign out" in text and f'href="{PATH}"' in text
        async with browser.get(PATH) as answer:
            text = await answer.text()
        assert "Ben: My &lt;script&gt;" in text and "&#34;game&#34;: &#34;furl&#34;" in text and "forged" not in text
