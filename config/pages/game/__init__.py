"""The page of one game: replay board, verdict, card steps; and the form that submits a record."""
