"""The queue of jobs: messages, thoughts and searches that are due, when, and which process is doing them."""
