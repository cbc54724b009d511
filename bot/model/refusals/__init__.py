"""What can stand in the way of something that a person asks for.

A refusal means that nothing has changed. It carries the facts; the sentence that the person reads stands in
`bot.texts`, in the file of its feature.
"""
