"""A Discord that loses its answers and, like the real one, recognizes a repeated message by its nonce."""

import json
from typing import Any

from tests.bot.world import World


class Lossy:
    """Loses the answers to the next `to_lose` messages; a further message with the same nonce is not sent again."""

    def __init__(self, world: World) -> None:
        self.to_lose = 0
        self._taken: dict[str, Any] = {}
        self._request: Any = world.bot.http.request
        world.bot.http.request = self._answer

    async def _answer(self, route: Any, **options: Any) -> Any:
        nonce = _nonce(options) if route.method == "POST" and route.path.endswith("/messages") else None
        if nonce in self._taken:
            return self._taken[nonce]
        answer = await self._request(route, **options)
        if nonce is not None:
            self._taken[nonce] = answer
            if self.to_lose:
                self.to_lose -= 1
                raise TimeoutError
        return answer


def _nonce(options: dict[str, Any]) -> str:
    body = options.get("json") or next(
        json.loads(field["value"]) for field in options["form"] if field["name"] == "payload_json"
    )
    return body["nonce"]
