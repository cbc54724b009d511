"""The code that all features share for talking to Discord: requests, presses, the dispatcher, answers, and what the bot may do in a channel."""
