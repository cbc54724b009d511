"""The messages: boards, lists, the move picker, modals, and the buttons and menus on them.

From plain data to Discord's components. Nothing here sends, stores or decides anything; texts come from
`bot.chat.sentences`.
"""
