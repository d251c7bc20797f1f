"""Posting a message, to receivers that behave and to those that do not."""

import socket
import ssl
import threading
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tournaments.outgoing import sending
from tournaments.outgoing.sending import ANSWER_BYTES, Message

HOST = "hooks.example"
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"


@pytest.fixture(autouse=True)
def _no_names():
    """Names are resolved by what a test gives."""


@pytest.fixture(autouse=True)
def _inner_addresses(settings):
    settings.WEBHOOKS_TO_OWN_NETWORKS = settings.WEBHOOKS_BY_HTTP = True


@contextmanager
def receiver(*parts, wrap=None):
    """A server on 127.0.0.1 that sends these bytes to each client, and then waits.

    After OK or an empty part it ends the connection.
    """
    requests, stop = [], threading.Event()
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(10)

    def serve():
        while not stop.is_set():
            try:
                connection, _address = listener.accept()
                with wrap(connection) if wrap else connection as client:
                    requests.append(read_request(client))
                    for part in parts:
                        client.sendall(part)
                    stop.wait(0 if parts and parts[-1] in (OK, b"") else 5)
            except OSError:
                continue

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1], requests
    finally:
        stop.set()
        listener.shutdown(socket.SHUT_RDWR)  # wakes the thread
        listener.close()
        thread.join(5)


def read_request(client):
    data = b""
    while b"\r\n\r\n" not in data or not data.endswith(b"{}"):
        found = client.recv(65536)
        if not found:
            break
        data += found
    return data


def send(port, *, scheme="http", seconds=5.0, addresses=("127.0.0.1",), **more):
    message = Message(f"{scheme}://{HOST}:{port}/here?a=b", {"webhook-id": "msg_1"}, b"{}")
    return sending.send(message, resolve=lambda *_asked: addresses, seconds=seconds, **more)


def test_a_message_is_posted_to_the_address_that_was_looked_at_under_its_own_name():
    with receiver(OK) as (port, requests):
        answer = send(port)
    assert (answer.status, answer.text, answer.problem) == (200, "hello", "")
    head, _blank, body = requests[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /here?a=b HTTP/1.1\r\n")
    assert f"Host: {HOST}:{port}".encode() in head
    assert b"webhook-id: msg_1" in head
    assert body == b"{}"


def test_a_name_that_leads_inside_at_the_second_question_is_not_asked_again(settings):
    """DNS rebinding: the first answer is public, every later one is 127.0.0.1."""
    settings.WEBHOOKS_TO_OWN_NETWORKS = False
    questions = []

    def rebinding(_host, _port):
        questions.append(1)
        return ["203.0.113.1"] if len(questions) > 1 else ["127.0.0.1"]

    with receiver(OK) as (port, requests):
        message = Message(f"http://{HOST}:{port}/", {}, b"{}")
        assert sending.send(message, resolve=rebinding).problem == "own_network"
    assert (requests, len(questions)) == ([], 1)


def test_redirects_are_not_followed():
    with receiver(OK) as (inner, reached):
        to = f"HTTP/1.1 307 X\r\nLocation: http://127.0.0.1:{inner}/\r\nContent-Length: 0\r\n\r\n"
        with receiver(to.encode(), b"") as (port, _requests):
            answer = send(port)
    assert (answer.status, answer.is_success) == (307, False)
    assert reached == []


def test_of_a_huge_answer_only_the_beginning_is_read():
    huge = b"HTTP/1.1 500 X\r\nContent-Length: 1000000000\r\n\r\n" + b"x" * (ANSWER_BYTES * 4)
    with receiver(huge) as (port, _requests):
        answer = send(port)
    assert (answer.status, answer.text) == (500, "x" * sending.SHOWN_CHARACTERS)


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        pytest.param([], None, id="no answer"),
        pytest.param([b"HTTP/1.1 200 OK\r\nX-A: "], None, id="headers that do not end"),
        pytest.param([b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"], 200, id="no end"),
        pytest.param([b"HTTP/1.1 100 Continue\r\n\r\n" * 99], None, id="only continue"),
    ],
)
def test_nothing_takes_longer_than_it_may(parts, status):
    with receiver(*parts) as (port, _requests):
        answer = send(port, seconds=0.3)
    assert (answer.status, answer.problem) == (status, "" if status else "timed_out")


def test_bytes_that_come_one_by_one_do_not_keep_it_waiting():
    """Each byte would begin a timeout of the socket again."""

    class Dripping:
        def __init__(self, client):
            self.client = client

        def __enter__(self):
            return self

        def __exit__(self, *error):
            self.client.close()

        def recv(self, size):
            return self.client.recv(size)

        def sendall(self, part):
            for at in range(len(part)):
                self.client.sendall(part[at : at + 1])
                threading.Event().wait(0.05)

    with receiver(b"HTTP/1.1 200 OK\r\n" + b"X-A: 1\r\n" * 50, wrap=Dripping) as (port, _requests):
        answer = send(port, seconds=0.3)
    assert answer.problem == "timed_out"
    assert answer.milliseconds < 3000


@pytest.mark.parametrize(
    ("said", "problem"), [(b"SSH-2.0-OpenSSH\r\n", "no_answer"), (b"", "no_answer")]
)
def test_what_is_no_http_is_no_answer(said, problem):
    with receiver(said, b"") as (port, _requests):
        assert send(port).problem == problem


def test_nobody_at_the_address():
    with receiver(OK) as (port, _requests):
        pass
    assert send(port).problem == "no_connection"


def test_the_next_address_is_tried():
    with receiver(OK) as (port, _requests):
        assert send(port, addresses=("127.0.0.2", "127.0.0.1")).status == 200


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120),
        ("1.2", 2),
        ("Wed, 21 Oct 2026 07:28:00 GMT", None),
        ("1e9", None),
        ("-1", None),
    ],
)
def test_retry_after_is_read_in_seconds(header, seconds):
    said = f"HTTP/1.1 429 X\r\nRetry-After: {header}\r\nContent-Length: 0\r\n\r\n".encode()
    with receiver(said, b"") as (port, _requests):
        assert send(port).retry_after == seconds


@pytest.fixture(scope="module")
def tls(tmp_path_factory):
    """A certificate for HOST, and the contexts of a server that has it and a client that trusts."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    path.write_bytes(
        pem
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(path)
    return server, ssl.create_default_context(cadata=pem.decode())


def test_https_asks_for_the_name_and_checks_its_certificate(tls):
    server, trusting = tls
    asked = []
    server.sni_callback = lambda _socket, name, _context: asked.append(name)
    with receiver(OK, wrap=lambda raw: server.wrap_socket(raw, server_side=True)) as (port, _seen):
        assert send(port, scheme="https", context=trusting).status == 200
        assert send(port, scheme="https").problem == "bad_certificate"
    assert asked[0] == HOST
