"""What the pages of a site may know of each other's characters; implements `conflicts.Library`."""

from collections.abc import Callable, Mapping, Sequence

from tontafel.parsers.facts import facts
from tontafel.site.build.job import Job
from tontafel.site.campaign.figures import Figure, Games
from tontafel.site.campaign.survey import Reader

#: The characters of so many pages are remembered.
_KEPT = 500


class AtlasLibrary:
    """The pages of the atlas: those that this audience may see."""

    def __init__(self, job: Job, reader: Reader, games: Callable[[], Games]) -> None:
        """Take the campaign, who reads its pages, and where its rules are when they are asked for."""
        self._job = job
        self._reader = reader
        self._games = games
        self._figures: dict[str, tuple[Figure, ...]] = {}

    def names(self) -> list[str]:
        """Give the names of pages that are neither hidden, nor files, nor redirects."""
        return self._job.atlas.stories()

    def led(self, name: str) -> str:
        """Give the page that a link of this name leads to, or an empty text."""
        atlas = self._job.atlas
        known = atlas.known(name)
        found = atlas.targets.get(known, known)
        return found if found in atlas.pages and found in atlas.paths else ""

    def aliases(self) -> Mapping[str, str]:
        """Give the other names that lead to pages that may be seen."""
        return {name: page for name, page in self._job.atlas.targets.items() if self.led(page)}

    def figures(self, name: str) -> Sequence[Figure]:
        """Give the characters on a page; of one that can't be read, none."""
        if name not in self._figures:
            if len(self._figures) >= _KEPT:
                self._figures.clear()
            self._figures[name] = self._read(name)
        return self._figures[name]

    def _read(self, name: str) -> tuple[Figure, ...]:
        try:
            text, document = self._reader.page(self._job.atlas.paths[name])
        except OSError:
            return ()
        tags, rules = facts(document, text).tags, name in self._job.rules
        return self._games().read(name, document, text, tags, rules=rules).figures
