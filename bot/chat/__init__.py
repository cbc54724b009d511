"""Everything that touches Discord: commands, buttons, messages, and posting what is stored; a folder or a module for each feature.

`core` has what all features need, `delivery` posts what is due, and `features` lists the modules with commands and
handlers. Nothing here changes a match by itself: `bot.actions` does that.
"""
