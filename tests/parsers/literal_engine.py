"""The engine as it is described, to hold the scanner to: one loop over an ordered list of rules.

It keeps a stack of open elements, is slow, and knows neither places nor budgets. A rule has a condition:
`bol` is the start of a line, the others are elements that must be open. An action gives HTML, or None where
the next rule is to be tried. Left out is what takes from other pages, and pictures that lead elsewhere.
"""

import re
import unicodedata
from collections.abc import Callable
from html import escape
from typing import NamedTuple

from tontafel.parsers.tree import InterLink
from tontafel.site.known_pages import KnownPages

Match = re.Match[str]
Action = Callable[["LiteralEngine", Match], str | None]

_HIGH = "\u0080-\ufffd"
_WORD = f"A-Za-z{_HIGH}"
_NOT_BESIDE = f"[-0-9{_WORD}]"
_NAME = f"((?!0(?![-,.()'%&!?;<> _0-9{_WORD}]))[-,.()'%&!?;<> _0-9{_WORD}]+)"
_SITE = f"[A-Z{_HIGH}]+[{_WORD}]+"
_SITE_PAGE = f"({_SITE}):([-_=!?#$@~`%&*+/:;.,0-9{_WORD}]*[-_=#$@~`%&*+/0-9{_WORD}])"
_FREE_SITE_PAGE = f"({_SITE}):([-_=!?#$@~`%&*+/:;.,()' <>0-9{_WORD}]+)"
_SCHEME = "(?:https?|ftp|afs|news|nntp|mid|cid|mailto|wais|prospero|telnet|gophers?|irc|feed|file)"
_URL_CHAR = "[-a-zA-Z0-9/@=+$_~*.,;:?!'\"()&#%<>]"
_URL = f"({_SCHEME}:{_URL_CHAR}+)"
_BARE_URL = f"({_SCHEME}:{_URL_CHAR}*(?:{_URL_CHAR}[-a-zA-Z0-9/@=+$_~*]|(?=[<>&])))"
_LABEL = r"(?:\s*\|\s*(.+?))?"
_PAIRED = f"[{_WORD}](?:[-%.,:;'\"!?0-9 {_WORD}]*[-%.,:;'\"!?0-9{_WORD}])?"

_SHOWN = {"-->": "→", "<=>": "⇔", "...": "…", "---": "—", "-- ": "– ", "+/-": "±", "-> ": "→\u00a0"}
_SHOWN |= {"<-": "←", "=>": "⇒"}
_STYLES = {"**": "strong", "//": "em", "##": "code", "%%": "span", "__": "u", "*": "b", "/": "i", "_": "u"}


class Rule(NamedTuple):
    """What must be open, what must stand here, and what becomes of it."""

    condition: str
    pattern: re.Pattern[str]
    action: Action


class LiteralEngine:
    """Renders one text."""

    def __init__(self, text: str, world: KnownPages) -> None:
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n")
        self.text = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", " ", text)
        self.world = world
        self.place = 0
        #: The innermost is the last.
        self.stack: list[str] = []
        self.footnote = 0

    def html(self) -> str:
        out = [self.open("p")] if self.text else []
        while self.place < len(self.text):
            out.append(self.step(RULES))
        return re.sub(r"<p>\s*</p>", "", "".join(out) + self.close_all())

    def step(self, rules: tuple[Rule, ...]) -> str:
        bol = rules is RULES and (self.place == 0 or self.text[self.place - 1] == "\n")
        for condition, pattern, action in rules:
            if not condition or (bol if condition == "bol" else self.is_open(condition)):
                found = pattern.match(self.text, self.place)
                if found:
                    before, self.place = self.place, found.end()
                    html = action(self, found)
                    if html is not None:
                        return html
                    self.place = before
        raise AssertionError("the last rule takes any character")

    # -- the stack ----------------------------------------------------------------------------------------

    def is_open(self, pattern: str) -> bool:
        return any(re.fullmatch(pattern, tag) for tag in self.stack)

    def open(self, tag: str, attributes: str = "") -> str:
        self.stack.append(tag)
        return f"<{tag}{attributes}>"

    def close_until(self, tag: str) -> str:
        html = ""
        while self.stack and self.stack[-1] != tag:
            html += f"</{self.stack.pop()}>"
        return html

    def close(self, tag: str) -> str:
        return self.close_until(tag) + f"</{self.stack.pop()}>"

    def close_all(self) -> str:
        return self.close_until("")

    def block(self, html: str = "") -> str:
        """Close everything, and begin a paragraph behind what stands by itself."""
        return self.close_all() + html + self.open("p")

    def item(self, marker: str) -> str:
        """Close or open lists down to the level of a marker, or the twentieth, and begin an item."""
        marker = marker[:20]
        lists = [place for place, tag in enumerate(self.stack) if tag in ("ul", "ol")]
        html = self.close_until("li") if lists else self.close_all()
        if len(lists) >= len(marker):
            while len(self.stack) > lists[len(marker) - 1] + 1:
                html += f"</{self.stack.pop()}>"
        for _ in range(len(lists), len(marker)):
            html += self.open("ol" if marker[0] == "#" else "ul")
        return html + self.open("li")

    # -- links --------------------------------------------------------------------------------------------

    def label(self, text: str) -> str:
        """Render the text of a link, by Creole's rules alone; what it opens stays open."""
        outer = self.text, self.place
        self.text, self.place = text, 0
        out = []
        while self.place < len(text):
            out.append(self.step(LABEL_RULES))
        self.text, self.place = outer
        return "".join(out)

    def to_page(self, written: str, fragment: str, label: str, numbered: bool = False) -> str:
        name = _name(written)
        address = self.world.page(name, _name(fragment))
        if address is None:
            shown = escape(name, quote=False) if re.sub("[ _]+", " ", label).strip() in (name, "") else label
            html = f'<a class="missing">{shown}</a>'
            return f"[{html}]" if numbered else html
        return f'<a href="{escape(address)}">{self.number() if numbered else label}</a>'

    def to_url(self, url: str, label: str) -> str:
        if url.startswith("file:///"):
            return escape(url, quote=False)
        return f'<a href="{escape(url)}">{label}</a>'

    def to_site(self, site: str, target: str, label: str, literal: bool) -> str:
        address = self.world.inter(InterLink(0, 0, site, target, (), literal=literal)) or ""
        return f'<a href="{escape(address)}">{label}</a>'

    def number(self) -> str:
        self.footnote += 1
        return f"[{self.footnote}]"


def _name(written: str) -> str:
    return re.sub("[ _]+", " ", written).strip(" ")


def _quoted(text: str) -> str:
    return escape(text, quote=False)


def _as_written(_engine: LiteralEngine, m: Match) -> str:
    return _quoted(m[0])


def _first(_engine: LiteralEngine, m: Match) -> str:
    return _quoted(m[1])


def _space(_engine: LiteralEngine, _m: Match) -> str:
    return " "


def _paragraph(engine: LiteralEngine, _m: Match) -> str:
    return engine.block()


def _pre(engine: LiteralEngine, m: Match) -> str:
    return engine.block(f"<pre>{_quoted(m[m.lastindex or 0])}</pre>")


def _toggle(engine: LiteralEngine, m: Match) -> str:
    tag = _STYLES[m[0]]
    return engine.close(tag) if tag in engine.stack else engine.open(tag)


def _styled(_engine: LiteralEngine, m: Match) -> str:
    tag = _STYLES[m[1]]
    return f"<{tag}>{_quoted(m[2])}</{tag}>"


def _row(engine: LiteralEngine, _m: Match) -> str:
    return engine.close("tr") + engine.open("tr")


def _table_end(engine: LiteralEngine, _m: Match) -> str:
    return engine.close("table") + engine.open("p")


def _cell(engine: LiteralEngine, m: Match) -> str:
    left = re.compile(r"[^\n|]*[ \t]\|").match(engine.text, m.end())
    align = "center" if left and m[3] else "left" if left else "right" if m[3] else ""
    attributes = f' colspan="{len(m[1])}" class="align-{align}"'
    return engine.close_until("tr") + engine.open("th" if m[2] else "td", attributes)


def _table(engine: LiteralEngine, m: Match) -> str | None:
    if "table" in engine.stack:
        return None
    return engine.close_all() + engine.open("table") + engine.open("tr")


def _page(engine: LiteralEngine, m: Match) -> str:
    label = engine.label(m[2]) if m[2] else _quoted(m[1])
    if engine.is_open("h[1-6]"):
        shown = label if m[2] or engine.world.page(_name(m[1]), "") else _quoted(_name(m[1]))
        return f"<words>{shown}</words>"
    return engine.to_page(m[1], "", label)


def _address(engine: LiteralEngine, m: Match) -> str:
    return engine.to_url(m[1], engine.label(m[2]) if m[2] else _quoted(m[1]))


def _free_site(engine: LiteralEngine, m: Match) -> str:
    label = engine.label(m[3]) if m[3] else _quoted(f"{m[1]}:{m[2]}")
    if engine.is_open("h[1-6]"):
        return f"<words>{label}</words>"
    return (
        engine.to_site(m[1], m[2], label, False)
        if m[1] in engine.world.sites
        else engine.to_page(m[2], "", label)
    )


def _site(engine: LiteralEngine, m: Match) -> str | None:
    if m[1] not in engine.world.sites:
        said = m[0][2:-2] if m[0].startswith("[[[") else f"[{m[1]}:{m[2]} {m[3]}]" if m[3] else m[0]
        if said != m[0]:
            return _quoted(said)
        engine.place = m.end(1)
        return _quoted(engine.text[m.start() : m.end(1)])
    label = _quoted(m[3] or "") or (engine.number() if m[0][0] == "[" else _quoted(f"{m[1]}:{m[2]}"))
    return engine.to_site(m[1], m[2], label, not m[0].startswith("[[["))


def _url_numbered(engine: LiteralEngine, m: Match) -> str:
    return engine.to_url(m[1], "" if m[1].startswith("file:///") else engine.number())


def _bare_url(engine: LiteralEngine, m: Match) -> str:
    return engine.to_url(m[1], _quoted(m[1]))


def _url_with_text(engine: LiteralEngine, m: Match) -> str:
    return engine.to_url(m[1], _quoted(m[2]))


def _numbered(engine: LiteralEngine, m: Match) -> str:
    return engine.to_page(m[1], m[2] or "", _quoted(m[1]), numbered=True)


def _to_anchor(engine: LiteralEngine, m: Match) -> str:
    written = f"{m[1]}#{m[2]}" if m[1] else m[2]
    return engine.to_page(m[1] or "", m[2], _quoted(m[3] or written))


def _anchor(_engine: LiteralEngine, m: Match) -> str:
    return f'<a id="{escape(_name(m[1]).replace(" ", "_"))}"></a>'


def _tag(engine: LiteralEngine, m: Match) -> str:
    return f'<a href="{escape(engine.world.tag(_name(m[1])))}">{_quoted(m[2] or m[1])}</a>'


def _heading(engine: LiteralEngine, m: Match) -> str:
    return engine.close_all() + engine.open(f"h{min(len(m[1]), 6)}")


def _conflict(engine: LiteralEngine, m: Match) -> str:
    return engine.block(f"<pre>{_quoted(m[0])}</pre>")


def _replaced(_engine: LiteralEngine, m: Match) -> str:
    return _quoted(_SHOWN[m[0]])


def _double_quote(engine: LiteralEngine, m: Match) -> str | None:
    before, after = engine.text[: m.start()][-1:], engine.text[m.end() :][:1]
    if not before or before.isspace():
        return "“"
    if not after or after.isspace() or _is_punctuation(after):
        return "”"
    return "“" if _is_punctuation(before) else None


def _single_quote(engine: LiteralEngine, m: Match) -> str:
    before = engine.text[: m.start()][-1:]
    return "‘" if not before or before.isspace() else "’"


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] == "P" or character in "$+<=>^`|~"


def _item(engine: LiteralEngine, m: Match) -> str:
    return engine.item(m[1])


def _line_break(_engine: LiteralEngine, _m: Match) -> str:
    return "<br>"


def _entity(_engine: LiteralEngine, m: Match) -> str:
    return m[0]


def _code(_engine: LiteralEngine, m: Match) -> str:
    return f"<code>{_quoted(m[1])}</code>"


def _picture(engine: LiteralEngine, m: Match) -> str:
    name = _name(m[1])
    alt, address = m[2] or name, engine.world.page(name, "")
    if engine.is_open("h[1-6]"):
        return _quoted(alt)
    return _image(address, alt) if address else f'<a class="missing">image:{_quoted(name)}</a>'


def _far_picture(_engine: LiteralEngine, m: Match) -> str:
    return _image(m[1], m[2] or "")


def _far_picture_apart(engine: LiteralEngine, m: Match) -> str:
    return engine.close_all() + engine.open("p") + _far_picture(engine, m)


def _image(address: str, alt: str) -> str:
    return f'<a href="{escape(address)}"><img alt="{escape(alt)}" src="{escape(address)}"></a>'


def _rules(*rules: tuple[str, str, Action]) -> tuple[Rule, ...]:
    return tuple(
        Rule(condition, re.compile(pattern, re.DOTALL), action) for condition, pattern, action in rules
    )


_EVERYWHERE = (
    ("", rf"~({_URL}|\S)", _first),
    ("", r"\*\*|//", _toggle),
    ("", r"\{\{\{([^\n]*?\}*)\}\}\}", _code),
    ("", rf"\{{\{{{_NAME}{_LABEL}\}}\}}", _picture),
    ("", rf"\{{\{{{_URL}{_LABEL}\}}\}}", _far_picture),
)
_ENTITY = ("", r"&(?:[A-Za-z]+|#[0-9]+|#x[A-Za-f0-9]+);", _entity)
_TEXT = (
    ("", r"[ \t\r\n]+", _space),
    ("", rf"[{_WORD}]+(?:[ \t]+[a-z{_HIGH}]+)*[ \t]+", _as_written),
    ("", rf"[{_WORD}]+", _as_written),
    ("", r".", _as_written),
)
LABEL_RULES = _rules(*_EVERYWHERE, _ENTITY, ("", ".", _as_written))
RULES = _rules(
    ("bol", r"(\s*\n)+", _paragraph),
    ("bol", r"<<<<<<< (?:(?!>>>>>>> )[^\n]*\n)*(?:>>>>>>> [^\n]*\n)?", _conflict),
    ("bol", r"#REDIRECT", _as_written),
    ("bol", r"[ \t]*----[ \t]*(?:\n|\Z)", lambda engine, _m: engine.block("<hr>")),
    ("bol", r"\{\{\{[ \t]*\n(.*?)\n\}\}\}[ \t]*(?:\n|\Z)", _pre),
    ("bol", rf"\{{\{{{_URL}{_LABEL}\}}\}}", _far_picture_apart),
    *_EVERYWHERE,
    ("", rf"\[\[{_NAME}{_LABEL}\]\]", _page),
    ("", rf"\[\[{_URL}{_LABEL}\]\]", _address),
    ("", rf"\[\[{_FREE_SITE_PAGE}{_LABEL}\]\]", _free_site),
    ("table", r"(?:[ \t]*\|)?[ \t]*\n(?=[ \t]*\|)", _row),
    ("table", r"[ \t]*\|[ \t]*(?:\n|\Z)|[ \t]*\n\n", _table_end),
    ("table", r"[ \t]*(\|+)(=)?\n?([ \t]*)", _cell),
    ("bol", r"[ \t]*(?=\|)", _table),
    ("", rf"\[{_SITE_PAGE}\s+([^\]]+?)\]", _site),
    ("", rf"\[{_SITE_PAGE}()\]", _site),
    ("", rf"\[\[\[{_FREE_SITE_PAGE}()\]\]\]", _site),
    ("", rf"{_SITE_PAGE}()", _site),
    ("", rf"\[{_URL}[|\s]([^\]]+?)\]", _url_with_text),
    ("", rf"\[\[{_URL}[|\s]([^\]]+?)\]\]", _url_with_text),
    ("", rf"\[{_URL}\]", _url_numbered),
    ("", _BARE_URL, _bare_url),
    ("", rf"\[\[\[{_NAME}()\]\]\]", _numbered),
    ("", rf"\[\[()#{_NAME}(?:\|([^\]]+))?\]\]", _to_anchor),
    ("", rf"\[\[{_NAME}#{_NAME}(?:\|([^\]]+))?\]\]", _to_anchor),
    ("", rf"\[\[\[{_NAME}#{_NAME}\]\]\]", _numbered),
    ("", rf"\[:{_NAME}\]", _anchor),
    ("", rf"\[\[tag:{_NAME}(?:\|([^\]|]+))?\]\]", _tag),
    ("bol", r"(=+)[ \t]*", _heading),
    ("h[1-6]", r"[ \t]*=*[ \t]*(?:\n|\Z)", _paragraph),
    ("bol", r"(>[^\n]*(?:\n>[^\n]*)*\n?)", _pre),
    ("", "|".join(map(re.escape, _SHOWN)), _replaced),
    ("", r"(\{\{\{\n\}\}\})[ \t]*\n?", _first),
    ("", r"\{\{\{\n(.+?)\}\}\}[ \t]*\n?", _pre),
    ("", r"####|%%%%|____", _as_written),
    ("", r"(##|%%|__)((?:[^\n]+?\n)*?[^\n]+?)\1", _styled),
    ("", r"\{\{\{\n|##|%%|__", _as_written),
    ("", rf"(?<!{_NOT_BESIDE})([*/_])({_PAIRED})\1(?!{_NOT_BESIDE})", _styled),
    ("", rf"/[-/0-9{_WORD}]+/{_PAIRED}/", _as_written),
    ("", '"', _double_quote),
    ("", "'", _single_quote),
    ("bol", r"[ \t]*([#*])[ \t]*", _item),
    ("li", r"\n+[ \t]*(#+)[ \t]*", _item),
    ("li", r"\n+[ \t]*(\*+)[ \t]+", _item),
    ("", r"\s*\n(\s*\n)+", _paragraph),
    ("", r"\\\\\s*", _line_break),
    _ENTITY,
    *_TEXT,
)
