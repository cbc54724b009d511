"""The page in the browser: the same matches as in Discord.

It uses the same sentences and actions as the chat, and does not depend on Discord. There is no code for particular
games: the engine lists the options, and the renderer paints them.
"""
