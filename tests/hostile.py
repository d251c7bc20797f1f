"""Texts, values, headers and forms that the service must neither obey, store nor fail on."""

from collections.abc import Iterator

BOUNDARY = "mark"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"
HUGE = "9" * 30
# Of a person or a record: what a page must show as text.
MARKUP = '<script>alert("1")</script>'
# Of a query or a form: how it is written there.
UNREADABLE = ["%00", "%ED%A0%80", "%FF%FE", "a" * 2000]
TEXTS = ["%00", "a%00b", "%ED%A0%80", "%FF%FE", HUGE, "-" + HUGE, "9" * 19, "1e400", "nan", "inf",
         "", "%C2%B2", "%D9%A3", "a" * 2000]  # fmt: skip
# In the place of a part of an address.
GAPS = [HUGE, "9" * 19, "0", "%00", "a%00", "%ED%A0%80", "%FF", "%F0%9F%92%A9", "a" * 300]
# Of a query, before it is encoded.
QUERY_TEXTS = [
    "\0", "a\0b", "\ufffe", HUGE, "-1", str(2**63), "1e400", "nan", "²", "", "[{}]",
]  # fmt: skip
CURSORS = [
    "nonsense", "!!!!", "cD0", "%00", "cD0lMDA=", "cD14", "cj0xJnA9eA==", "bz05OTk5OTk5OTk5OTk5",
    "cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk=", "cD0tMQ==", "cD0yMDI2LTEzLTQ1", "cD3DqQ==",
    "cD0lRUQlQTAlODA=", "bz0tMSZyPTI=", "w6k=", "a" * 3000,
]  # fmt: skip
# In the place of a value of JSON: as it is written, since some of it is no value of Python's.
JSON_VALUES = [
    '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udfff\\ud800"', "1e400", "-1e400", "NaN",
    "Infinity", "-Infinity", "9" * 30, "-" + "9" * 30, "9" * 5000, str(2**63), str(-(2**63)),
    str(2**31), "[{}]", "[[]]", "[]", "{}", "[null]", "null", "true", '"nan"', '"1e400"', '""',
    "[" * 200 + "]" * 200, '{"\\u0000": 1}', '{"\\ud800": 1}', "1.5", "-1",
]  # fmt: skip
# As a server of the web hands them on: each byte a letter.
HEADERS = [
    ("If-Match", f'"v{"9" * 5000}-x"'),
    ("If-Match", f'"v{HUGE}"'),
    ("If-Match", "v1, \x00, W/*"),
    ("If-None-Match", '"' + "\xff" * 300),
    ("If-Modified-Since", "Mon, 99 Abc 99999999999999999999 99:99:99 GMT"),
    ("If-Unmodified-Since", HUGE),
    ("Idempotency-Key", "a\x00b"),
    ("Idempotency-Key", "\xed\xa0\x80"),
    ("Idempotency-Key", "k" * 5000),
    ("Authorization", "Bearer rh_\x00"),
    ("Authorization", "Bearer rh_\xed\xa0\x80"),
    ("Authorization", "Bearer " + HUGE),
    ("Authorization", "Basic \xff:\xff"),
    ("Accept", "*/*;q=1e400"),
    ("Accept", "text/csv;q=nan, \x00/\xff"),
    ("Accept-Language", "\xed\xa0\x80," * 200),
    ("Accept-Language", "he;q=" + "9" * 5000),
    ("Accept-Encoding", "gzip;q=1e400,\x00"),
    ("Range", f"bytes={HUGE}-{HUGE}"),
    ("X-Forwarded-For", "\x00, \xff, " + "1." * 500),
    ("X-Requested-With", "\x00"),
    ("HX-Request", "\xed\xa0\x80"),
    ("HX-Current-URL", "http://[::\x00"),
    ("Referer", "http://[/\x00"),
    ("Origin", "http://[\xff"),
    ("User-Agent", "\xff" * 5000),
    ("Cookie", 'sessionid="\\000\\377"; known=:::; django_language=\xed\xa0\x80; zone=../../etc'),
    ("Cookie", "messages=" + "W" * 3000 + "; csrftoken=\xff; zone=" + HUGE),
]
# Fields of a form; what a name or a value of a part may be.
PART_VALUES = [
    b"\x00", b"a\x00b", b"\xed\xa0\x80", b"\xff\xfe", HUGE.encode(), b"1e400", b"nan", b"[{}]",
    b"\xc2\xb2", b"9" * 5000,
]  # fmt: skip
FILES = [
    b"\x00", b"name,new\nAda,1\nB\x00o,1\n", b"name\n\xed\xa0\x80\n", b"\xff\xfe\x00", b"\xff\xfea",
    b"PK\x03\x04" + b"\x00" * 200, b'"', b"name\n" + b"," * 5000, b"table,result\n" + b"9" * 30,
    b"table,result,leg\n1e400,nan,-1\n", b"1. a1 e5\n\x00", b"[Date \"99999.99.99\"]\n\n1. a1",
    b"\xef\xbb\xbf",
]  # fmt: skip
FILE_NAMES = [
    b'"a\x00b.csv"', b'"\xed\xa0\x80.csv"', b'"../../../etc/passwd"', b'""',
    b'"' + b"a" * 3000 + b'"',
    b'"%00.csv"', b"\"C:\\a\\b\"", b'"\xff\xfe"',
]  # fmt: skip
BROKEN = [
    b"", b"--mark", b"--mark--", b"--mark\r\n\r\n\r\n", b"\x00" * 300, b"--mark\r\n" * 2000,
    b'--mark\r\nContent-Disposition: form-data\r\n\r\nx\r\n--mark--\r\n',
    b'--mark\r\nContent-Disposition: form-data; name="\x00"\r\n\r\nx\r\n--mark--\r\n',
    b'--mark\r\nContent-Disposition: form-data; name="a"; '
    b"filename*=utf-8''%00\r\n\r\nx\r\n--mark--",
    b'--mark\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n'
    b"\r\n\xff!!=\r\n--mark--\r\n",
    b'--mark\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n'
    b"Content-Type: \x00/\xff; charset=\xff\r\n\r\nx\r\n--mark--\r\n",
]  # fmt: skip
KINDS = ["multipart/form-data", "multipart/form-data; boundary=", f"{MULTIPART}\xff",
         'multipart/form-data; boundary="\x00"']  # fmt: skip


def part(name: str, value: bytes, file_name: bytes | None = None) -> bytes:
    named = b'Content-Disposition: form-data; name="' + name.encode() + b'"'
    if file_name is not None:
        named += b"; filename=" + file_name + b"\r\nContent-Type: text/csv"
    return b"--mark\r\n" + named + b"\r\n\r\n" + value + b"\r\n"


def multiparts(fields: dict[str, str]) -> Iterator[tuple[bytes, str]]:
    """Bodies with their types: hostile values, files, names of files, and broken ones."""
    end = b"--mark--\r\n"
    usual = b"".join(part(name, value.encode()) for name, value in fields.items())
    for value in PART_VALUES:
        yield b"".join(part(name, value) for name in fields) + end, MULTIPART
    for at, content in enumerate(FILES):
        what = (b"players", b"1")[at % 2]
        sent = part("what", what) + part("file", content, b'"a.csv"')
        yield usual + sent + end, MULTIPART
    for file_name in FILE_NAMES:
        yield usual + part("file", b"name\nAda\n", file_name) + end, MULTIPART
    yield from ((body, MULTIPART) for body in BROKEN)
    yield from ((usual + end, kind) for kind in KINDS)
