"""Pure statistics over rated games: forecasts, fits, fair play, leaderboard bounds."""
