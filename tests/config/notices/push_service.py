"""A push service of a browser (RFC 8030): gives addresses, and decrypts what is sent there.

It knows nothing of our code: RFC 8291, 8188 and 8292 are read again here, key derivation by HMAC
alone, and the token by the letters of its standard (RFC 7515).
"""

import base64
import hmac
import json
import secrets
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A device: its keys, and the messages that were decrypted with them."""

    def __init__(self, endpoint, *, private=None, auth=None):
        self.endpoint = endpoint
        self.private = private or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth or secrets.token_bytes(16)
        self.messages, self.headers = [], []

    @property
    def point(self):
        return self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def said(self):
        """What a page sends of it."""
        return {"endpoint": self.endpoint, "p256dh": b64(self.point), "auth": b64(self.auth)}

    def decrypt(self, body):
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size == 4096
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private.exchange(ec.ECDH(), public)
        secret = _hkdf(shared, self.auth, b"WebPush: info\0" + self.point + sender, 32)
        key = _hkdf(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text[-1:] == b"\2"  # the delimiter of the last record
        return text[:-1]


class PushService:
    """key: the public key that its subscriptions were made with. answers: given in turn, else 201;
    each is a status, or a status and headers.
    """

    def __init__(self, key):
        self.key, self.answers, self.browsers = key, [], {}
        of = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, headers = of.take(self.path, dict(self.headers), body)
                self.send_response(status)
                for name, value in {"Content-Length": "0", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_said):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def subscribe(self):
        path = f"/push/{len(self.browsers)}"
        self.browsers[path] = Browser(self.origin + path)
        return self.browsers[path]

    def take(self, path, headers, body):
        if not self._is_signed(headers["Authorization"]):
            return 403, {}
        assert headers["Content-Encoding"] == "aes128gcm"
        assert int(headers["TTL"]) > 0
        answer = self.answers.pop(0) if self.answers else 201
        status, more = answer if isinstance(answer, tuple) else (answer, {})
        browser = self.browsers[path]
        if status == 201:
            browser.messages.append(json.loads(browser.decrypt(body)))
            browser.headers.append(headers)
        return status, more

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def _is_signed(self, header):
        """RFC 8292, sections 2 and 3."""
        scheme, _space, rest = header.partition(" ")
        said = dict(part.strip().split("=", 1) for part in rest.split(","))
        head, body, signature = said["t"].split(".")
        assert json.loads(unb64(head)) == {"typ": "JWT", "alg": "ES256"}
        r, s = (int.from_bytes(half, "big") for half in _halves(unb64(signature)))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(said["k"]))
        signed = f"{head}.{body}".encode()
        public.verify(encode_dss_signature(r, s), signed, ec.ECDSA(SHA256()))
        claims = json.loads(unb64(body))
        is_ours = scheme == "vapid" and said["k"] == self.key
        is_for_us = claims["aud"] == self.origin and claims["sub"].startswith(("https:", "mailto:"))
        now = timezone.now().timestamp()
        return is_ours and is_for_us and now < claims["exp"] <= now + 24 * 3600


def _halves(signature):
    assert len(signature) == 64
    return signature[:32], signature[32:]


def _hkdf(secret, salt, about, size):
    """RFC 5869, for one block."""
    found = hmac.digest(hmac.digest(salt, secret, "sha256"), about + b"\1", "sha256")
    return found[:size]
