"""Everything that touches Discord: the client, commands, messages, sentences, and showing what is stored.

Nothing here changes a match by itself: it asks `bot.actions` for that, and shows what comes of it.
"""
