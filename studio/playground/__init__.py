"""The whole bot in a browser: a simulated Discord with a server, a channel and some people. No token, no network.

`server` starts and stops it, and `world` is the simulation. `proxy` serves the channel, with `pasting` for pasted
commands, and `page` serves the page beside it, with an inbox for `webhooks`, to which `loopback` leads. `commands` has
the playground's own commands, and `demo` plays the matches of a demo. Nothing in `bot` imports this package but the
command line.
"""
