"""The sentence of each refusal: why something cannot be done, and what would work; the themes are those of the refusals.

A sentence is registered with `sentence.sentence` under the type of its refusal. `bot.chat.sentences.errors` knows all
themes, so whoever wants the reply to an error asks there.
"""
