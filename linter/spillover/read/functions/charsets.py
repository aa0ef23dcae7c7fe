"""Character sets by the names that IANA gave them, as far as Terraform knows them.

A set whose table differs from Python's, or that has characters of several bytes, is known by name
but not computed with.

Source: the IANA character set registry; which of its sets Terraform 1.11.4 takes, and what each byte
is in them, was asked of it, 2026-05.
"""

from __future__ import annotations

from collections.abc import Mapping

from spillover.read.cty.value import EvaluationError

_ISO = """
    iso8859_2: iso-8859-2 iso_8859-2 iso_8859-2:1987 iso-ir-101 latin2 l2 csisolatin2
    iso8859_3: iso-8859-3 iso_8859-3 iso_8859-3:1988 iso-ir-109 latin3 l3 csisolatin3
    iso8859_4: iso-8859-4 iso_8859-4 iso_8859-4:1988 iso-ir-110 latin4 l4 csisolatin4
    iso8859_5: iso-8859-5 iso_8859-5 iso_8859-5:1988 iso-ir-144 cyrillic csisolatincyrillic
    iso8859_6: iso-8859-6 iso_8859-6 iso_8859-6:1987 iso-ir-127 arabic ecma-114 asmo-708 csisolatinarabic
    iso8859_6: iso-8859-6-e csiso88596e iso-8859-6-i csiso88596i
    iso8859_7: iso-8859-7 iso_8859-7 iso_8859-7:1987 iso-ir-126 greek greek8 ecma-118 elot_928 csisolatingreek
    iso8859_8: iso-8859-8 iso_8859-8 iso_8859-8:1988 iso-ir-138 hebrew csisolatinhebrew
    iso8859_8: iso-8859-8-e csiso88598e iso-8859-8-i csiso88598i
    iso8859_10: iso-8859-10 iso_8859-10:1992 iso-ir-157 latin6 l6 csisolatin6
    iso8859_13: iso-8859-13 csiso885913
    iso8859_14: iso-8859-14 iso_8859-14 iso_8859-14:1998 iso-ir-199 iso-celtic latin8 l8 csiso885914
    iso8859_15: iso-8859-15 iso_8859-15 latin-9 csiso885915
    iso8859_16: iso-8859-16 iso_8859-16 iso_8859-16:2001 iso-ir-226 latin10 l10 csiso885916
"""

_OTHERS = """
    ascii: us-ascii us ibm367 cp367 iso-ir-6 iso646-us iso_646.irv:1991 ansi_x3.4-1968 ansi_x3.4-1986 csascii
    cp037: ibm037 cp037 ebcdic-cp-us ebcdic-cp-ca ebcdic-cp-wt ebcdic-cp-nl csibm037
    cp1140: ibm01140 ccsid01140 cp01140 ebcdic-us-37+euro
    cp437: ibm437 cp437 437 cspc8codepage437
    cp850: ibm850 cp850 850 cspc850multilingual
    cp852: ibm852 cp852 852 cspcp852
    cp855: ibm855 cp855 855 csibm855
    cp858: ibm00858 ccsid00858 cp00858 pc-multilingual-850+euro
    cp860: ibm860 cp860 860 csibm860
    cp862: ibm862 cp862 862 cspc862latinhebrew
    cp863: ibm863 cp863 863 csibm863
    cp865: ibm865 cp865 865 csibm865
    cp866: ibm866 cp866 866 csibm866
    cp1250: windows-1250 cswindows1250
    cp1251: windows-1251 cswindows1251
    cp1252: windows-1252 cswindows1252
    cp1253: windows-1253 cswindows1253
    cp1254: windows-1254 cswindows1254
    cp1256: windows-1256 cswindows1256
    cp1257: windows-1257 cswindows1257
    cp1258: windows-1258 cswindows1258
    iso8859_9: iso-8859-9 iso_8859-9 iso_8859-9:1989 iso-ir-148 latin5 l5 csisolatin5
    koi8_r: koi8-r cskoi8r
    latin_1: iso-8859-1 iso_8859-1 iso_8859-1:1987 iso-ir-100 latin1 l1 ibm819 cp819 csisolatin1
    mac_roman: macintosh mac csmacintosh
    utf_8: utf-8 csutf8
    utf_16: utf-16 csutf16
    utf_16_be: utf-16be csutf16be
    utf_16_le: utf-16le csutf16le
"""

_NOT_COMPUTED = """
    big5 csbig5 cp936 ms936 windows-936 gbk csgbk gb18030 csgb18030 hz-gb-2312 euc-kr cseuckr
    euc-jp cseucpkdfmtjapanese extended_unix_code_packed_format_for_japanese iso-2022-jp csiso2022jp
    shift_jis ms_kanji csshiftjis koi8-u cskoi8u ibm1047 ibm-1047 windows-874 cswindows874
    windows-1255 cswindows1255
"""
NOT_COMPUTED = frozenset(_NOT_COMPUTED.split())
"""Sets that Terraform knows and that are not computed with here."""


def _by_name(table: str) -> Mapping[str, str]:
    lines = (line.split(": ") for line in table.strip().splitlines())
    return {name: codec.strip() for codec, names in lines for name in names.split()}


_WITHOUT_CONTROLS = _by_name(_ISO)  # the bytes 80 to 9f stand for nothing in these
_CODECS = {**_by_name(_OTHERS), **_WITHOUT_CONTROLS}


def canonical(name: str) -> str:
    """A name as it is looked up.

    Raises:
        EvaluationError: Terraform knows no such character set.
    """
    found = name.strip(" \t\n\v\f\r").lower()
    if found not in _CODECS and found not in NOT_COMPUTED:
        raise EvaluationError(f"{name[:40]!r} is not the name of a character set")
    return found


def encode(text: str, charset: str) -> bytes:
    """The bytes of a text in a character set, by its canonical name.

    Raises:
        EvaluationError: it has no such character.
    """
    codec = _CODECS[charset]
    try:
        if codec == "utf_16":
            return b"\xfe\xff" + text.encode("utf_16_be")
        encoded = text.encode(codec)
    except UnicodeEncodeError:
        raise EvaluationError(f"the character set {charset} lacks a character of the text") from None
    if charset in _WITHOUT_CONTROLS:
        _refuse_controls(encoded, charset)
    return encoded


def decode(content: bytes, charset: str) -> str:
    """The text that bytes spell in a character set, by its canonical name.

    Raises:
        EvaluationError: they spell none.
    """
    codec = _CODECS[charset]
    if codec == "utf_16":
        codec = "utf_16_le" if content[:2] == b"\xff\xfe" else "utf_16_be"
        content = content[2:] if content[:2] in (b"\xff\xfe", b"\xfe\xff") else content
    if charset in _WITHOUT_CONTROLS:
        _refuse_controls(content, charset)
    try:
        return content.decode(codec)
    except UnicodeDecodeError:
        raise EvaluationError(f"these bytes are no text in the character set {charset}") from None


def _refuse_controls(content: bytes, charset: str) -> None:
    if any(0x80 <= byte < 0xA0 for byte in content):
        raise EvaluationError(f"the character set {charset} lacks a character of the text")
