"""The bot: matches between people, kept in a database and shown on Discord.

Its folders are layers, and a module imports only from its own layer or lower ones: from the top `playground`, `admin` and
`service`, then `monitoring`, `chat` and `web`, `texts`, `actions` and `opponents`, `store` and `records`, `model`,
`telemetry`. No module has a branch for a particular game.
"""

__version__ = "0.1.0"
