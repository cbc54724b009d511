"""The bot: matches between people, kept in a database and shown on Discord.

Its folders are layers: `playground` and `admin` may import `chat`, that `actions`, that `store` and `records`, those
`model`, and never the other way round. No module here has a branch for a game.
"""
