"""The bot: matches between people, kept in a database and shown on Discord.

Its folders are layers, and imports go down only: `playground`, `admin` and `service` may import `monitoring`, that `chat`,
that `opponents` and `actions`, those `store` and `records`, those `model`, and all of them `telemetry`. No module here has a branch
for a game.
"""
