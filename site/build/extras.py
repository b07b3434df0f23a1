"""What goes with the pages: the style, the icon, and the addresses that pages had in an old wiki."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tontafel.site.build.job import Job, Ref
from tontafel.site.filenames import encode_name
from tontafel.site.scan import TEMPLATE_FOLDER
from tontafel.site.templating import source

#: File of the site -> template that it is.
STYLES = {"style.css": "css/style.css", "icon.svg": "css/icon.svg"}
#: The folder of the old addresses; wikis have it, too.
OLD = "wiki"
#: What an import leaves in a campaign's folder.
_HISTORY = "history.json"


def styles(root: Path, own: bool) -> dict[str, bytes]:
    """Give the site's style and icon, the campaign's own where it has them."""
    folder = root / TEMPLATE_FOLDER if own else None
    return {file: (source(name, folder) or "").encode("utf-8") for file, name in STYLES.items()}


def aliases(job: Job) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give a forwarding page for each page that came from a wiki, under the address that it had there.

    Gives the file and what the template `pages/redirect.html` is told. Of addresses that some disks
    cannot tell apart only the first is kept.
    """
    taken: set[str] = set()
    for name in sorted(_imported(job.root)):
        address = job.atlas.address(name)
        old = encode_name(name.replace(" ", "_"))
        if address and name in job.atlas.pages and old.casefold() not in taken:
            taken.add(old.casefold())
            yield f"{OLD}/{old}.html", {"title": name, "target": Ref(address, name), "root": "../"}


def _imported(root: Path) -> Mapping[str, object]:
    """Name the pages that an import brought."""
    try:
        history = json.loads((root / _HISTORY).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    pages = history.get("pages") if isinstance(history, dict) else None
    return pages if isinstance(pages, dict) else {}
