"""Logarithm and power of floats as Go computes them on amd64, to the last bit.

Python's own differ there: a third of all whole powers, and every fortieth logarithm.

Source: Go's math (log.go, pow.go, exp_amd64.s, with fused multiplication) of Go 1.23, 2026-05;
the methods are those of FreeBSD's e_log.c and of N. Shibata's "Efficient evaluation methods of
elementary functions suitable for SIMD computation", 2010.
"""

from __future__ import annotations

import math
from fractions import Fraction

_LN2 = (6.93147180369123816490e-01, 1.90821492927058770002e-10)
_SERIES = (
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
    1.818357216161805012e-01,
    1.531383769920937332e-01,
    1.479819860511658591e-01,
)


def log(x: float) -> float:
    """The natural logarithm: minus infinity of zero, and no number of what is negative.

    ``x = 2**k * (1 + f)``, and the logarithm of ``1 + f`` is a series in ``s = f / (2 + f)``.
    """
    if x <= 0:
        return -math.inf if x == 0 else math.nan
    fraction, exponent = math.frexp(x)
    if fraction < math.sqrt(0.5):
        fraction, exponent = fraction * 2, exponent - 1
    f, k = fraction - 1, float(exponent)
    s = f / (2 + f)
    s2 = s * s
    s4 = s2 * s2
    odd = s2 * (_SERIES[0] + s4 * (_SERIES[2] + s4 * (_SERIES[4] + s4 * _SERIES[6])))
    even = s4 * (_SERIES[1] + s4 * (_SERIES[3] + s4 * _SERIES[5]))
    half = 0.5 * f * f
    return k * _LN2[0] - ((half - (s * (half + (odd + even)) + k * _LN2[1])) - f)


_UPPER, _LOWER = 0.69314718055966295651160180568695068359375, 0.28235290563031577122588448175013436e-12
_TAYLOR = tuple(1 / math.factorial(n) for n in range(9, 0, -1))


def _exp(x: float) -> float:
    """``e**x``, for an x that is far from any overflow.

    ``x = k * ln 2 + 16 * r``; a series gives ``e**r - 1``, and four squarings take that to 16 r.
    """
    k = round(x * 1.4426950408889634)
    r = _fused(-_LOWER, k, _fused(-_UPPER, k, x)) * 0.0625
    sum_ = _TAYLOR[0]
    for term in _TAYLOR[1:]:
        sum_ = _fused(sum_, r, term)
    y = r * sum_
    for _ in range(3):
        y = y * (y + 2.0)
    return math.ldexp(_fused(y, y + 2.0, 1.0), k)


def _fused(a: float, b: float, c: float) -> float:
    """``a * b + c``, rounded once."""
    return float(Fraction(a) * Fraction(b) + Fraction(c))


def power(x: float, y: float) -> float:
    """``x**y``, for finite numbers; the result may be infinite, or no number."""
    if y == 0 or x == 1:
        return 1.0
    if x == 0:
        return 0.0 if y > 0 else math.inf
    fraction, whole = math.modf(abs(y))
    if fraction and x < 0:
        return math.nan
    if abs(y) == 0.5:
        return math.sqrt(x) if y > 0 else 1 / math.sqrt(x)
    if whole >= 1 << 63:
        return 1.0 if x == -1 else 0.0 if (abs(x) < 1) == (y > 0) else math.inf
    try:
        return _by_squaring(x, whole, fraction, inverse=y < 0)
    except OverflowError:
        return math.inf


def _by_squaring(x: float, whole: float, fraction: float, *, inverse: bool) -> float:
    """``x**(whole + fraction)``: the fraction by logarithm, the rest bit by bit of the exponent."""
    mantissa, exponent = 1.0, 0
    if fraction:
        if fraction > 0.5:
            fraction, whole = fraction - 1, whole + 1
        mantissa = _exp(fraction * log(x))
    square, scale = math.frexp(x)
    bits = int(whole)
    while bits:
        if abs(scale) > 1 << 12:  # beyond all floats, whatever is still to come
            exponent += scale
            break
        if bits & 1:
            mantissa, exponent = mantissa * square, exponent + scale
        square, scale = square * square, scale * 2
        if square < 0.5:
            square, scale = square * 2, scale - 1
        bits >>= 1
    return math.ldexp(1 / mantissa, -exponent) if inverse else math.ldexp(mantissa, exponent)
