"""What may be known from outside of what goes on: what a line of the log concerns, and how long things take.

Everything may say something here, and nothing here knows who listens: nobody does unless the host has asked for it. What
people do in private (plans, settings, the parameters of a statement) has no place here.
"""
