"""Masking templates: of quoted strings and heredocs only what is inserted stays, as a list."""

from __future__ import annotations

import re

from spillover.read.syntax import mask_tokens, tokens
from spillover.read.syntax.masking import UNCLOSED_STRING, Masking, Open, State
from spillover.read.syntax.templates import EscapeError, Sequence, Text, unescape, unescape_heredoc


def quote(work: Masking, found: re.Match[str]) -> int:
    """Open a quoted string, or pass over one that is a label; the offset after its mark or the label."""
    at = found.start()
    if work.top.state is State.HEADER:
        return _label(work, at)
    work.operand(at)
    work.push('"', at, State.OPERAND)
    work.masked[at] = "["
    return found.end()


def _label(work: Masking, at: int) -> int:
    text = tokens.STRING_TEXT.match(work.source, at + 1)
    if text is None or text[1] != '"':
        interpolated = text is not None and text[1] in ("$", "%")
        what = "a label cannot hold an interpolation" if interpolated else UNCLOSED_STRING
        raise work.error(at, what)
    work.masked[at + 1 : text.end() - 1] = "_" * (text.end() - at - 2)
    return text.end()


def heredoc(work: Masking, found: re.Match[str]) -> int:
    """Open a heredoc; the offset after the line that introduces it."""
    work.operand(found.start())
    work.push("<<", found.start(), State.OPERAND).mark = found["mark"]
    work.blank(*found.span())
    work.masked[found.start()] = "["
    return found.end()


def text(work: Masking, pos: int) -> int:
    """Go on in a template, to its end or into its next sequence."""
    top = work.top
    if top.kind == '"':
        return _quoted_text(work, pos, top)
    end, line = len(work.source), None
    if top.kind == "<<":
        # An end mark inside a sequence is none, so it is looked for anew after each.
        line = work.end_marks.after(top.mark, pos - 1)
        if line is None:
            raise work.error(top.start, "the heredoc is not closed")
        end = line.start() + 1
    found = tokens.HEREDOC_TEXT.match(work.source, pos, end)
    stop = found.start(1) if found and found[1] else end
    for each in mask_tokens.LINE.finditer(work.source, pos, stop):
        value = unescape_heredoc(each[0])
        top.parts.append(Text(value, work.base + each.start(), work.base + each.end()))
    work.blank(pos, stop)
    if stop < end:
        return _begin_sequence(work, stop, top)
    if line is None:
        return end
    work.blank(*line.span(1))
    return _end_template(work, top, line.end(1))


def _quoted_text(work: Masking, pos: int, top: Open) -> int:
    found = tokens.STRING_TEXT.match(work.source, pos)
    if found is None or found[1] in "\\\r\n":
        raise work.error(top.start, UNCLOSED_STRING)
    stop = found.start(1)
    if stop > pos:
        try:
            value = unescape(work.source[pos:stop])
        except EscapeError as error:
            raise work.error(pos + error.offset, str(error)) from None
        top.parts.append(Text(value, work.base + pos, work.base + stop))
        work.blank(pos, stop)
    return _end_template(work, top, found.end()) if found[1] == '"' else _begin_sequence(work, stop, top)


def _end_template(work: Masking, top: Open, end: int) -> int:
    work.masked[end - 1] = "]"
    work.templates[top.start] = tuple(top.parts)
    work.stack.pop()
    work.top.state = State.AFTER
    return end


def _begin_sequence(work: Masking, at: int, template: Open) -> int:
    """``${``, ``%{`` or what of a directive has no expression in it; the offset after it."""
    source = work.source
    inside = at + 3 if source.startswith("~", at + 2) else at + 2
    kind = "insert"
    names: tuple[str, ...] = ()
    if source[at] == "%":
        if bare := mask_tokens.BARE_DIRECTIVE.match(source, inside):
            work.blank(at, bare.end())
            sequence(work, bare[1], at, bare.end(), bare[2] == "~")
            return bare.end()
        directive = mask_tokens.DIRECTIVE.match(source, inside)
        if directive is None:
            raise work.error(at, "not a template directive")
        kind, inside = directive[1], directive.end()
        if kind == "for":
            found = work.loop(inside - len("for"))
            kind, inside = "for_each", found.end()
            names = tuple(name for name in found.group(1, 3) if name)
    work.blank(at, inside)
    work.masked[at : at + 2] = ",(" if template.inserts else " ("
    template.inserts = True
    work.push(kind, at, State.OPERAND).names = names
    return inside


def sequence(
    work: Masking, kind: str, start: int, end: int, trims: bool, names: tuple[str, ...] = ()
) -> None:
    """Take note of a sequence that has ended, of which ``trims`` is the strip marker at its end."""
    trims_before = work.source.startswith("~", start + 2)
    part = Sequence(kind, work.base + start, work.base + end, trims_before, trims, names)
    work.top.parts.append(part)
