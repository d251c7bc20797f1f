"""The migrations of django-oauth-toolkit, and one that replaces the first of them in a new database.

Later ones of the library follow that one by themselves.
"""

from oauth2_provider import migrations

__path__ = [*__path__, *migrations.__path__]
