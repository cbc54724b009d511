"""The page in the browser: the same matches as in Discord.

It says the sentences of the chat, changes matches by the same actions, and knows nothing of Discord. No game has code of its
own here: the engine says what can be chosen, the renderer paints it.
"""
