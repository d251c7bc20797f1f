"""The record of a form: pasted text or an uploaded file."""

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
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


def sent_record(request: HttpRequest) -> str:
    """The record of the file, else of the field.

    :raises FileTooLong, NotText: the file is unusable.
    """
    file = request.FILES.get("file")
    text = _read(file) if isinstance(file, UploadedFile) else request.POST.get("record", "")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read(file: "UploadedFile[Any]") -> str:
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
