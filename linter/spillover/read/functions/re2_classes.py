r"""The character classes of RE2, in the words of the package ``regex``.

A class is a sequence of set members, such as ``0-9`` or ``\p{L}``, that stand between brackets.

Source: Go's regexp/syntax (doc.go, perl_groups.go), unicode/tables.go of Go 1.23, 2026-05.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

Range = tuple[int, int]

LAST = 0x10FFFF

_CATEGORIES = """
C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs
"""
CATEGORIES = frozenset(_CATEGORIES.split())

_SCRIPTS = """
Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki
Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee
Chorasmian Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra
Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati
Gunjala_Gondi Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic
Inherited Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li
Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu
Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin
Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar
Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki
Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian
Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician
Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian
Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil
Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi
Yezidi Yi Zanabazar_Square
"""
SCRIPTS = frozenset(_SCRIPTS.split())

PERL: Mapping[str, str] = {"d": "09", "s": "\t\n\f\r  ", "w": "09AZ__az"}
"""Each pair of characters is a range."""

POSIX: Mapping[str, str] = {
    "alnum": "09AZaz",
    "alpha": "AZaz",
    "ascii": "\x00\x7f",
    "blank": "\t\t  ",
    "cntrl": "\x00\x1f\x7f\x7f",
    "digit": "09",
    "graph": "!~",
    "lower": "az",
    "print": " ~",
    "punct": "!/:@[`{~",
    "space": "\t\r  ",
    "upper": "AZ",
    "word": "09AZ__az",
    "xdigit": "09AFaf",
}


def escaped(code: int) -> str:
    """A character that stands for itself, inside of a class or outside."""
    character = chr(code)
    return character if character.isascii() and character.isalnum() else f"\\U{code:08x}"


def spelled(first: int, last: int) -> str:
    """A range of characters, as a member of a set."""
    return escaped(first) if first == last else f"{escaped(first)}-{escaped(last)}"


def named(pairs: str, *, negated: bool, fold: bool) -> str:
    """A class of Perl's or POSIX', of ASCII alone.

    Where case does not count, U+017F is an s and U+212A a k.
    """
    ranges = sorted(zip(map(ord, pairs[::2]), map(ord, pairs[1::2]), strict=True))
    if not negated:
        return "".join(spelled(*each) for each in ranges)
    if fold:
        ranges = sorted({each for first, last in ranges for each in _folded(first, last)})
    return "".join(spelled(*each) for each in _complement(ranges))


def _folded(first: int, last: int) -> Iterator[Range]:
    """A range of ASCII, with what equals its characters where case does not count."""
    yield first, last
    for code in range(first, last + 1):
        if chr(code).isalpha():
            yield code ^ 0x20, code ^ 0x20
        if chr(code) in "sS":
            yield 0x17F, 0x17F
        if chr(code) in "kK":
            yield 0x212A, 0x212A


def _complement(ranges: list[Range]) -> Iterator[Range]:
    """What lies between sorted ranges, which may overlap, and behind the last of them."""
    begin = 0
    for first, last in ranges:
        if begin < first:
            yield begin, first - 1
        begin = max(begin, last + 1)
    yield begin, LAST


FOLDED: Mapping[str, str] = {
    "Common": "\u039c\u03bc",
    "Greek": "\u00b5\u0345",
    "Inherited": "\u0399\u03b9\u1fbe",
    "L": "\u0345",
    "M": "\u0399\u03b9\u1fbe",
    "Mn": "\u0399\u03b9\u1fbe",
}
"""What is in a class only where case does not count, and ``regex`` does not find in it."""


def unicode_class(name: str, *, negated: bool, fold: bool) -> str | None:
    r"""``\p{name}`` as members of a set; None where Go knows no such name."""
    if name.startswith("^"):
        name, negated = name[1:], not negated
    letter = "P" if negated else "p"
    if name == "Any":
        # No name of "regex" is that of nothing, and a set needs a member.
        return r"\P{Any}" if negated else r"\p{Any}"
    if name == "C":
        # Go counts what is not assigned to no category.
        return r"\P{C}\p{Cn}" if negated else r"\p{Cc}\p{Cf}\p{Co}\p{Cs}"
    if name not in CATEGORIES and name not in SCRIPTS:
        return None
    kind = "" if name in CATEGORIES else "Script="
    return rf"\{letter}{{{kind}{name}}}" + (FOLDED.get(name, "") if fold and not negated else "")
