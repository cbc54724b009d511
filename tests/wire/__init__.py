"""The bot as a process of its own, against the simulated Discord over real sockets.

`server` serves SimCord's backend as Discord's REST interface, with `gateway` for its events; `faults` says what goes
wrong on the way, `moods` where this Discord differs from the documented one. `world` starts all of it, with people in
it who press buttons, and starts `furlong run` or another command against it.
"""
