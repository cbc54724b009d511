"""When somebody may offer something in a match, and who is asked: rules of the table.

An offer itself is `bot.model.offer`.
"""
