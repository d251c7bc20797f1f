"""The pages of games: replay board, verdict, steps of card games, sending a result."""
