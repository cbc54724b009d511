"""How do people ask in the browser? The same matches as on Discord, on a page.

It uses the same sentences and actions as the chat, and does not depend on Discord. There is no code for particular
games: the engine lists the options, and the renderer paints them.
"""
