"""What does a person see, and what may they do next? Screens, for every face of Furlong; and the pictures on them."""
