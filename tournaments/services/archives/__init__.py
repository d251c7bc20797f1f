"""What tournaments do of taking an archive in; `games.services.archives.imports` is the service."""
