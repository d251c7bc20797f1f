"""Pages about no event: home, verify, the rules of the games, glossary, language."""
