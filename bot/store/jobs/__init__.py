"""What is due: the rows that say what has to be posted or done, when, and which process is doing it."""
