"""A rehearsal on the real Discord: everything that Furlong does there and that has only been tried against a simulator.

It needs a token and a channel of a test server, no database and no match. It says of each point what was expected and
what Discord has done, and removes what it has made. What it expects is what `docs/discord.md` assumes.
"""
