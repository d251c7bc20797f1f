"""Games that are played at playtak: seeks for slots, messages of its server, its games."""
