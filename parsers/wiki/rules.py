"""The wiki's rules in one place, in the order in which the engine tries them.

Of the inline rules the first whose pattern matches wins; every pattern begins with one literal character,
so that one search jumps over plain text. Block rules are asked only at the start of a line, by the one or
two characters that stand there. A pattern is compiled when a text first needs it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.wiki import blocks, inline, links, lists, tables
from tontafel.parsers.wiki.grammar import BLANK, PATH, PLAIN, PLAIN_ADDRESS, PLAIN_LINK, characters, pair
from tontafel.parsers.wiki.scanner import Act, BlockReader, BlockStart, Check, Maker, Patterns


class BlockRule(Struct, frozen=True):
    """A block: what it may begin with, its pattern, and what reads it after a check.

    Where much else begins with the same characters, `ahead` tells more about what stands there. Without
    the sign `closing` further on there is no such block.
    """

    name: str
    first: tuple[str, ...]
    pattern: str
    read: BlockReader
    check: Check | None = None
    ahead: str = ""
    closing: str = ""


class InlineRule(Struct, frozen=True):
    """An inline construct: it either makes a node or acts; never without the sign `closing` further on."""

    name: str
    pattern: str
    make: Maker | None = None
    act: Act | None = None
    closing: str = ""


_SPACE = "".join(map(chr, [9, 10, 13, 32, 133, 160, 5760, *range(8192, 8203), 8232, 8233, 8239, 8287, 12288]))
_PICTURE, _LINKING = r"\{\{(?=[a-z]+:)", r"\[\[[^\[\]|]*+\|\s*+\{\{"
_STAR = r"\*(?!\*)"
_BRACKET = r"\[(?=[^\x00-@\[-`{-\x7f]*+:)"

BLOCK_RULES = (
    BlockRule("blank lines", tuple(_SPACE), f"(?:{BLANK})+", blocks.read_blank),
    BlockRule(
        "include",
        ("<i", "<I"),
        r'(?i:<include(?:\s+(?P<kind>text|with-anchors))?\s+"(?P<name>.*)">[ \t]*\n?)',
        blocks.read_include,
        closing=">",
    ),
    BlockRule(
        "journal",
        ("<j", "<J", "<t", "<T"),
        r"(?i:<(?P<kind>journal|titles):?(?:\s*(?P<limit>\d+)(?:,(?P<more>\d*))?)?"
        r'(?:\s+"(?P<pattern>[^"\n]*+)")?(?:\s+(?P<mode>reverse|past|future))?'
        r"(?:\s+search\s+(?P<search>.*))?>[ \t]*\n?)",
        blocks.read_journal,
        closing=">",
    ),
    BlockRule("feed", ("<r", "<R"), r"(?i:<rss\s)", blocks.read_feed, blocks.has_feed, closing=">"),
    BlockRule("edit conflict", ("<<",), r"<<<<<<< ", blocks.read_conflict, blocks.is_conflict),
    BlockRule("rule", (" ", "\t", "--"), r"[ \t]*(----)[ \t]*(?:\n|\Z)", blocks.read_rule, ahead="----"),
    BlockRule("code", ("{{",), r"\{\{\{[ \t]*\n", blocks.read_code, blocks.has_code_end, r"\{\{\{", "}"),
    BlockRule("picture", ("{{",), _PICTURE, blocks.read_picture, links.is_picture_outside, _PICTURE, "}"),
    BlockRule("picture", ("[[",), _LINKING, blocks.read_picture, links.is_picture_link, _LINKING, "]"),
    BlockRule("table", (" ", "\t", "|"), r"[ \t]*(?=\|)", tables.read_table, tables.may_begin),
    BlockRule(
        "contents",
        ("<t",),
        rf'<toc(?P<path>/{characters("/A-Za-z")}+)?(?:\s+(?:header_text=)?"(?P<title>[^"\n]++)")?'
        r'(?:\s+(?:class=)?"(?P<style>[^"\n]++)")?\s*>[ \t]*(?:\n|\Z)',
        blocks.read_contents,
        closing=">",
    ),
    BlockRule("heading, plain", ("=",), rf"(=++)[ \t]*+({PLAIN})(?:\n|\Z)", blocks.read_plain_heading),
    BlockRule("heading", ("=",), r"(=+)[ \t]*", blocks.read_heading),
    BlockRule("quotation", (">",), r">.*(?:\n>.*)*", blocks.read_quote, closing=">"),
    BlockRule("item", ("#",), r"(#)(?!#|REDIRECT)[ \t]*", lists.read_list),
    BlockRule("item", ("*",), r"(\*)[ \t]+", lists.read_list, ahead=_STAR),
    BlockRule("item", ("*",), r"(\*)(?!\*)", lists.read_list, lists.is_no_pair, _STAR),
    BlockRule("item", (" ", "\t"), r"[ \t]+([#*])[ \t]*", lists.read_list),
)


def _starts(rules: tuple[BlockRule, ...]) -> dict[str, tuple[BlockStart, ...]]:
    """Say, for all that a block may begin with, which blocks these are."""
    table: dict[str, tuple[BlockStart, ...]] = {}
    made = [(rule, (expression(rule.pattern), rule.read, rule.check)) for rule in rules]
    for first in {first for rule in rules for first in rule.first}:
        table[first] = tuple(start for rule, start in made if first.startswith(rule.first))
    return table


BLOCKS = _starts(BLOCK_RULES)


def _line_end(rules: Iterable[BlockRule]) -> InlineRule:
    """Make the rule for a line end behind which a block, a row or an item may begin."""
    firsts = {first for rule in rules if not rule.ahead for first in rule.first if not first.isspace()}
    ahead = "|".join([*{rule.ahead: "" for rule in rules if rule.ahead}, *map(re.escape, sorted(firsts))])
    pattern = rf"\n(?={BLANK}|{ahead}|[ \t]*(?:[|#]|\*+[ \t]))"
    return InlineRule("line end", pattern, act=inline.newline)


#: Inline rules that hold within links' texts, too; no others do there.
_EVERYWHERE = (
    InlineRule("code", r"\{\{\{", inline.code, closing="}"),
    InlineRule("picture", r"\{\{(?=[^{])", links.picture, closing="}"),
    InlineRule("escape", r"~\S", inline.escape),
    InlineRule("strong", r"\*\*", act=inline.toggle("strong")),
    InlineRule("em", r"//", act=inline.toggle("em")),
    InlineRule("entity", r"&(?:[A-Za-z]++|\#[0-9]++|\#x[A-Fa-f0-9A-Z]++);", inline.entity),
)


@cache
def link_text_patterns() -> Patterns:
    """Give the inline rules that hold within links' texts."""
    return _compile(_EVERYWHERE)


INLINE_RULES = (
    _line_end(BLOCK_RULES),
    InlineRule("bar", r"\|", act=tables.pipe),
    InlineRule("code on lines", r"\{\{\{\n", act=inline.loose_code),
    *_EVERYWHERE,
    InlineRule("link, plain", PLAIN_LINK, links.plain_link, closing="]"),
    InlineRule("address, plain", PLAIN_ADDRESS, links.plain_address, closing="]"),
    InlineRule("numbered link", r"\[\[\[", act=links.link("[[[", link_text_patterns), closing="]"),
    InlineRule("link", r"\[\[", act=links.link("[[", link_text_patterns), closing="]"),
    InlineRule("link with address", _BRACKET, act=links.link("[", link_text_patterns), closing="]"),
    InlineRule("address", r":(?=[^ \t\r\n|\]])", act=links.address),
    InlineRule("search", r"<(?i:search) ", act=inline.search, closing=">"),
    InlineRule("line break", r"\\\\", act=inline.line_break),
    InlineRule("ellipsis", r"\.\.\.", inline.replaced),
    InlineRule("dash, arrow", r"-(?:--|- |->|> )", inline.replaced),
    InlineRule("arrow", r"<(?:-|=>)", inline.replaced),
    InlineRule("arrow", r"=>", inline.replaced, closing=">"),
    InlineRule("plus or minus", r"\+/-", inline.replaced),
    InlineRule("code", r"\#\#", inline.raw_pair("code", "##")),
    InlineRule("span", r"%%", inline.raw_pair("span", "%%")),
    InlineRule("underlined", r"__", inline.raw_pair("u", "__")),
    InlineRule("bold", pair("*"), inline.styled_pair("b")),
    InlineRule("italic", pair("/"), inline.styled_pair("i")),
    InlineRule("underlined", pair("_"), inline.styled_pair("u")),
    InlineRule("path", PATH, inline.path),
    InlineRule("double quote", r'"', inline.double_quote),
    InlineRule("single quote", r"'", inline.single_quote),
)


def patterns_for(text: str) -> Patterns:
    """Give the inline rules for a page; most need not be tried on one without anything that closes."""
    return _text_patterns(any(sign in text for sign in "]}>"))


@cache
def _text_patterns(closing: bool) -> Patterns:
    if closing:
        return _compile(INLINE_RULES)
    line_end = _line_end([rule for rule in BLOCK_RULES if not rule.closing])
    return _compile((line_end, *(rule for rule in INLINE_RULES[1:] if not rule.closing)))


def _compile(rules: tuple[InlineRule, ...]) -> Patterns:
    """Join rules to one pattern; the empty group at the end of each tells which one matched."""
    joined = "|".join(f"{rule.pattern}()" for rule in rules)
    makers = [None, *(rule.make for rule in rules)]
    return re.compile(joined).search, makers, [None, *(rule.act for rule in rules)]
