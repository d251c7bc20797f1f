"""A hasher of passwords that counts how often it works."""

from typing import Any, ClassVar

from django.contrib.auth.hashers import MD5PasswordHasher


class CountedHasher(MD5PasswordHasher):
    hashed: ClassVar[int] = 0

    def encode(self, password: str, salt: Any) -> str:
        CountedHasher.hashed += 1
        return str(super().encode(password, salt))
