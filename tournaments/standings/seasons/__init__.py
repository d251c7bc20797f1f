"""The table of a season: what players have from several events of a club."""
