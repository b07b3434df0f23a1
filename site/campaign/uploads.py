"""Files in a wiki: pages that are files in truth (`#FILE`), and what a browser may be given of them."""

import binascii
import zlib
from base64 import b64decode

from tontafel.parsers.expression import expression

#: MIME type -> ending of the file that is offered. A type that is not here is offered as `.bin`.
ENDINGS = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/avif": "avif",
    "image/bmp": "bmp",
    "application/pdf": "pdf",
    "application/zip": "zip",
    "application/epub+zip": "epub",
    "application/vnd.oasis.opendocument.text": "odt",
    "audio/mpeg": "mp3",
    "audio/ogg": "ogg",
    "video/mp4": "mp4",
    "video/webm": "webm",
    "text/plain": "txt",
}
#: What is shown in the page; everything else is offered to be saved. SVG is not among them: opened by
#: itself it runs its scripts, so it is offered as text, as all other kinds of text are.
PICTURES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"})
#: An upload that grows beyond this when it is unpacked is refused; in bytes.
LARGEST = 64_000_000
_HEAD = expression(r"#FILE ([\w.+-]+/[\w.+-]+) ?(gzip)?[ \t]*\r?\n")


def media_type(text: str) -> str:
    """Give the MIME type of an upload, or an empty text for any other page."""
    head = _HEAD.match(text)
    return head[1].lower() if head else ""


def ending(media: str) -> str:
    """Give the ending under which a file of this type is safe to be served."""
    if media in ENDINGS:
        return ENDINGS[media]
    return "txt" if media.startswith("text/") or media.endswith(("+xml", "/xml", "/json")) else "bin"


def decode(text: str) -> bytes:
    """Give the file's bytes; raises ValueError when they are not what the head says, or too many."""
    head = _HEAD.match(text)
    if not head:
        raise ValueError("no upload")
    try:
        data = b64decode("".join(text[head.end() :].split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError("no base64") from error
    return _unpacked(data) if head[2] else data


def _unpacked(data: bytes) -> bytes:
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        found = unpacker.decompress(data, LARGEST)
    except zlib.error as error:
        raise ValueError("no gzip") from error
    if not unpacker.eof:
        raise ValueError("too large" if unpacker.unconsumed_tail else "cut off")
    return found
