"""The reasons to refuse what a person asks for.

A refusal means that nothing has changed. It carries the facts; the sentence that the person reads is in `bot.texts`, in
the file of its feature.
"""
