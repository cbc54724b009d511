"""The bot: matches between people, stored in a database and shown on Discord.

Its folders are layers, and a module imports only from its own layer or from lower ones. CONTRIBUTING lists them from top
to bottom, and `make lint` checks the imports. No module has a branch for a particular game.
"""

__version__ = "1.0.0"
