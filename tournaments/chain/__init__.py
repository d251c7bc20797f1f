"""Hash chains of journals and the signatures of their heads. Pure: no database and no settings."""
