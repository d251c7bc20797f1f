"""The record of an uploaded file."""

from django.core.files import File
from django.utils.translation import gettext_lazy as _

from tournaments.errors import DomainError

LIMIT = 100_000  # bytes; no record of any game may be longer
# Encodings by byte order mark; the default is UTF-8.
ENCODINGS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


class FileTooLong(DomainError):
    code = "file_too_long"
    kind = "invalid"
    message = _("This file is too long for the record of one game: {limit} kB may be sent.")


class NotText(DomainError):
    code = "not_text"
    kind = "invalid"
    message = _(
        "The text of this file cannot be read. Open it in the app it is from, copy the record and "
        "paste it here."
    )


def file_text(file: "File[bytes]") -> str:
    """:raises FileTooLong, NotText: the file is unusable."""
    data = file.read(2 * LIMIT + 3)  # UTF-16: two bytes a character, and the mark
    encoding = next((name for mark, name in ENCODINGS.items() if data.startswith(mark)), "utf-8")
    try:
        text: str = data.decode(encoding)
    except UnicodeDecodeError:
        if len(data) > LIMIT:
            raise FileTooLong(limit=LIMIT // 1000) from None
        raise NotText() from None
    if len(text) > LIMIT:
        raise FileTooLong(limit=LIMIT // 1000)
    if "\0" in text:
        raise NotText()
    return text
