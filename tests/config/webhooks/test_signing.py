"""Signatures are those of Standard Webhooks."""

import base64
from datetime import UTC, datetime

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from config.webhooks.signing import new_secret, signed_headers

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"test": 2432232314}'


def test_the_vector_of_the_reference_implementation():
    """Source: standard-webhooks, libraries/*/webhook_test, "sign function works"."""
    headers = signed_headers(
        BODY, message_id="msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp=1614265330, secrets=[SECRET]
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_reference_implementation_verifies_a_message_by_either_secret():
    now, old, new = int(datetime.now(UTC).timestamp()), new_secret(), new_secret()
    headers = signed_headers(BODY, message_id="msg_1", timestamp=now, secrets=[new, old])
    for secret in (old, new):
        assert Webhook(secret).verify(BODY, headers) == {"test": 2432232314}
    with pytest.raises(WebhookVerificationError):
        Webhook(new_secret()).verify(BODY, headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(new).verify(BODY + b" ", headers)


def test_a_secret_has_256_bits_and_is_another_each_time():
    made = new_secret()
    assert len(base64.b64decode(made.removeprefix("whsec_"))) == 32
    assert made != new_secret()
