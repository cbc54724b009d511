"""What servers and people have settled: terms, notices, quiet hours, vacations."""
