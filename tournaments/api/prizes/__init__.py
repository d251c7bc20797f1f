"""The API of fees; that of categories and prizes counts rated games and is in `ratings`."""
