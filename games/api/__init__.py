"""API views of games, rulings, results in bulk, stakes and undo."""
