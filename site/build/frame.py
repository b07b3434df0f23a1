"""What stands around every page of the site, and what the templates of pages are given."""

from typing import Any

from jinja2 import Environment
from markupsafe import Markup
from msgspec import Struct

from tontafel.site import templating
from tontafel.site.addresses import ALL_PAGES, CHARACTERS, FINDINGS, TAGS
from tontafel.site.build.job import Job, Ref
from tontafel.site.campaign.settings import Audience
from tontafel.site.language import Language
from tontafel.site.scan import TEMPLATE_FOLDER


class Page(Struct, frozen=True, kw_only=True):
    """What a page's template shows of it; HTML that is safe as it stands."""

    body: Markup
    sheets: list[dict[str, Any]]
    chances: Markup
    findings: list[dict[str, Any]]


class Site(Struct, kw_only=True):
    """What every template knows of the site; `head` and `foot` are the same on nearly every page."""

    title: str
    language: str
    base_url: str
    licence: str
    notices: tuple[str, ...]
    audience: Audience
    nav: list[Ref]
    #: The pages that the head links to.
    listed: frozenset[str]
    head: Markup = Markup()
    foot: Markup = Markup()


def load_pages(language: Language) -> None:
    """Load the templates that nearly every page is made of, and the wordings in them."""
    env = templating.plain_environment(language)
    for part in ("base", "page", "head", "foot"):
        env.get_template(f"pages/{part}.html")
    language.gettext("Contents")


def make_environment(job: Job, language: Language) -> Environment:
    """Make the templates' environment, with what every page says of the site."""
    own = job.root / TEMPLATE_FOLDER if job.own else None
    env = templating.environment(language, own) if own else templating.plain_environment(language)
    nav = navigation(job, language)
    site = env.globals["site"] = Site(
        title=job.title,
        language=job.settings.language,
        base_url=job.settings.base_url,
        licence=job.settings.licence,
        notices=job.settings.notices,
        audience=job.audience,
        nav=nav,
        listed=frozenset(entry.address for entry in nav),
    )
    site.head, site.foot = (
        Markup(env.get_template(f"pages/{part}.html").render(here=""))  # noqa: S704 - made by a template
        for part in ("head", "foot")
    )
    return env


def navigation(job: Job, language: Language) -> list[Ref]:
    """Give the links in every page's head."""
    gettext = language.gettext
    entries = [
        Ref(f"{ALL_PAGES}.html", gettext("All pages")),
        Ref(f"{CHARACTERS}.html", gettext("Characters")),
    ]
    if job.atlas.tags:
        entries.append(Ref(f"{TAGS}.html", gettext("Tags")))
    if job.audience == "gm":
        entries.append(Ref(f"{FINDINGS}.html", gettext("Findings")))
    return entries
