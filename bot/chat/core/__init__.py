"""The code that all features share for talking to Discord: requests, presses, the dispatcher, answers, permissions."""
