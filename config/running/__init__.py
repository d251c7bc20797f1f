"""The processes of a service in one terminal."""
