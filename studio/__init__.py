"""How is it tried? The playground, the rehearsal on Discord, and the laws for authors of games.

In the bot, only the command line imports it.
"""
