"""Where the keys and values of a TOML text are written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.toml_places import Path, toml_places


def written(text: str, path: Path) -> str:
    """What stands at the place of a path, up to the end of the line."""
    return text[toml_places(text)[path] :].split("\n")[0]


def paths(value: Any, base: Path = ()) -> Iterator[Path]:
    """The way to every value."""
    yield base
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inner:
        yield from paths(each, (*base, step))


TEXT = '''\
a = 1 # x = 2
"b c" . 'd' = [1, # ]
  """x]"y\\"""", {k = 'v,}', l.m = 2 }, [[]]]
"\\u0065" = """"""

[t . u]
x = 2026-12-31 08:00:00
[[t.v]]
y = \'\'\'
[[no]]
\'\'\'
[t.v.w]
  z=1
[[ t.v ]]
q = """a"""""
'''


class TestPlaces:
    @pytest.mark.parametrize(
        ("path", "text"),
        [
            ((), "a = 1 # x = 2"),
            (("a",), "a = 1 # x = 2"),
            (("b c",), "\"b c\" . 'd' = [1, # ]"),
            (("b c", "d"), "'d' = [1, # ]"),
            (("b c", "d", 0), "1, # ]"),
            (("b c", "d", 2), "{k = 'v,}', l.m = 2 }, [[]]]"),
            (("b c", "d", 2, "k"), "k = 'v,}', l.m = 2 }, [[]]]"),
            (("b c", "d", 2, "l", "m"), "m = 2 }, [[]]]"),
            (("b c", "d", 3), "[[]]]"),
            (("b c", "d", 3, 0), "[]]]"),
            (("e",), '"\\u0065" = """"""'),
            (("t",), "[t . u]"),
            (("t", "u"), "[t . u]"),
            (("t", "u", "x"), "x = 2026-12-31 08:00:00"),
            (("t", "v"), "[[t.v]]"),
            (("t", "v", 0), "[[t.v]]"),
            (("t", "v", 0, "y"), "y = '''"),
            (("t", "v", 0, "w"), "[t.v.w]"),
            (("t", "v", 0, "w", "z"), "z=1"),
            (("t", "v", 1), "[[ t.v ]]"),
            (("t", "v", 1, "q"), 'q = """a"""""'),
        ],
    )
    def test_of_keys_and_values(self, path: Path, text: str) -> None:
        assert written(TEXT, path) == text

    def test_all_that_tomllib_reads(self) -> None:
        assert set(toml_places(TEXT)) == set(paths(tomllib.loads(TEXT)))

    def test_nesting_needs_no_stack(self) -> None:
        assert len(toml_places(f"x = {'[' * 20_000}{']' * 20_000}\n")) == 20_001


KEYS = st.sampled_from(["a", "b-1", '"c d"', "'e.f'", '"\\""'])
SCALARS = st.sampled_from(["1", "-0.5e3", "true", "07:32:00", '"]"', "'}'", '"""\n]"""', "'''a''b'''"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda each: "[ " + ", # x]\n ".join(each) + " ]")
        | st.dictionaries(KEYS, inner, max_size=3).map(
            lambda each: f"{{ {', '.join(f'{k}.x = {v}' for k, v in each.items())} }}"
        )
    ),
    max_leaves=8,
)


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=3), KEYS)
def test_every_value_has_its_place(pairs: dict[str, str], table: str) -> None:
    text = "".join(f"{key} = {value} # {key}\n" for key, value in pairs.items())
    text += "".join(f"[[table.{table}]]\n{key} = {value}\n" for key, value in pairs.items())

    assert set(toml_places(text)) == set(paths(tomllib.loads(text)))
