"""The whole bot in a browser: a simulated Discord with a server, a channel and some people. No token, no network.

`server` serves the page and `world` is what the page shows; `commands` are those that only the playground has, and `demo`
plays the matches of a demo. Nothing else in `bot` imports any of it.
"""
