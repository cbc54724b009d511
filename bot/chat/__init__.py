"""How do people ask on Discord? Commands, buttons, messages, and posts; a folder or a module per feature.

`core` has the code that all features share, `delivery` posts what is due, and `features` lists the modules with
commands and handlers. Nothing here changes a match directly: `bot.actions` does that.
"""
