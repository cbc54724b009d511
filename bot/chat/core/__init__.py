"""What all features need to talk to Discord: requests, presses, the dispatcher, answers, permissions."""
