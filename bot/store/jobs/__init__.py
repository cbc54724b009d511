"""The queue of jobs: what has to be shown, told, posted, thought about or searched, when, and which process is doing it."""
