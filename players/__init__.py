"""What is a good move? Computer players: how strong they are and how they choose a move. They know the games alone."""
