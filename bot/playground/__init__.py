"""The whole bot in a browser: a simulated Discord with a server, a channel and some people. No token, no network.

`server` starts and stops it, and `world` is what it shows. `proxy` serves the channel, where `pasting` reads commands that are
pasted, and `page` the page beside it. `commands` are those that only the playground has, and `demo` plays the matches of a demo.
Nothing else in `bot` imports any of it.
"""
