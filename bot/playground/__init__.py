"""The whole bot in a browser: a simulated Discord with a server, a channel and some people. No token, no network.

`server` serves the page and `world` is what it shows; `simulation` has the people, `demo` the matches that are there
from the start. The rest are things that only the playground can do. Nothing else in `bot` may need any of it.
"""
