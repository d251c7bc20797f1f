"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class SmallArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with the memory that OWASP's cheat sheet on passwords asks for: 19 MiB, two passes.

    Django's own takes 100 MiB: eight people who log in at once would fill a server of 1 GB.
    Passwords hashed with more memory are rehashed when their owner logs in.
    """

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1
