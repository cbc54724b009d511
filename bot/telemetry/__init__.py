"""What the log and metrics may know about the work in progress: what it concerns, and how long it takes.

Any module may report here, and nothing here knows who listens; nobody does unless the host asks for it. Nothing that people
do in private (plans, settings, the parameters of a statement) may be reported.
"""
