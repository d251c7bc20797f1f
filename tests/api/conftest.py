"""Somebody who asks."""

import pytest
from django.contrib.auth import get_user_model

from tests.api.world import client_of


@pytest.fixture
def ann():
    get_user_model().objects.create_user(username="ann")
    return client_of("ann")
