/**
 * Elementary functions that give the same bits in every JavaScript engine. The platform's own (Math.log, Math.exp,
 * Math.pow, `**`) differ between browsers in the last bits. These functions use only the bits of a double, and + - * /,
 * which IEEE 754 fixes.
 *
 * `ln` and `exp` follow FreeBSD's msun, e_log.c and e_exp.c (Copyright 1993 and 2004, Sun Microsystems, Inc.;
 * permission to use, copy, modify and distribute freely granted, provided that this notice is preserved), in the
 * arrangement of musl 1.1. Errors are stated in units in the last place (ulp) of the exact result.
 */

const doubleSlot = new Float64Array(1);
const words = new Uint32Array(doubleSlot.buffer);
doubleSlot[0] = 1;
/** Index in `words` of the half with sign and exponent: 1 on little-endian machines. */
const HIGH_WORD_INDEX = words[0] === 0 ? 1 : 0;

/**
 * powers[k + POWER_BIAS] is 2^k for k in -1024 to 1023. The mantissa is extracted, and the result is scaled, by
 * multiplication. Writing a high word to memory and reading the double back would stall the processor for longer than
 * all other steps together.
 */
const POWER_BIAS = 1024;
const powers = new Float64Array(2048);
for (let k = 0, power = 1, inverse = 1; k <= 1024; k++, power *= 2, inverse /= 2) {
  powers[POWER_BIAS + k] = power;
  powers[POWER_BIAS - k] = inverse;
}

const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const INVERSE_LN2 = 1.442695040888963387;

/** e_log.c, Lg1 to Lg7: log((1+s)/(1-s)) = 2s + s R(s^2), |error of R| < 2^-58.45. */
const LG1 = 6.66666666666673513e-1;
const LG2 = 3.999999999940941908e-1;
const LG3 = 2.857142874366239149e-1;
const LG4 = 2.222219843214978396e-1;
const LG5 = 1.818357216161805012e-1;
const LG6 = 1.531383769920937332e-1;
const LG7 = 1.479819860511658591e-1;

/** e_exp.c, P1 to P5: x (e^x + 1) / (e^x - 1) = 2 + P1 x^2 + ..., |error| < 2^-59. */
const P1 = 1.66666666666666019037e-1;
const P2 = -2.77777777770155933842e-3;
const P3 = 6.61375632143793436117e-5;
const P4 = -1.6533902205465251539e-6;
const P5 = 4.13813679705723846039e-8;

const EXP_OVERFLOW = 709.782712893383973096;
const EXP_UNDERFLOW = -745.13321910194110842;

const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_54 = 18014398509481984;
/** High word of sqrt(1/2); the mantissa is brought to [sqrt(1/2), sqrt(2)). */
const SQRT_HALF_WORD = 0x3fe6a09e;
const ONE_WORD = 0x3ff00000;

/**
 * Natural logarithm, error below 1 ulp. ln(0) is -Infinity, ln(Infinity) is Infinity, the logarithm
 * of a negative number or NaN is NaN.
 */
export function ln(x: number): number {
  argument[0] = x;
  lnInPlace(argument);
  return argument[0];
}

const argument = new Float64Array(1);

/** Replaces the number in a cell by its `ln`: a double that is passed by value may cost an allocation. */
export function lnInPlace(argument: Float64Array): void {
  let x = argument[0];
  if (!(x > 0 && x < Infinity)) {
    argument[0] = x === 0 ? -Infinity : x > 0 ? x : NaN;
    return;
  }
  let k = 0;
  if (x < SMALLEST_NORMAL) {
    k = -54;
    x *= TWO_54;
  }
  // x = 2^k (1 + f), sqrt(1/2) <= 1 + f < sqrt(2)
  doubleSlot[0] = x;
  const n = ((words[HIGH_WORD_INDEX] + (ONE_WORD - SQRT_HALF_WORD)) >> 20) - 1023;
  const f = x * powers[POWER_BIAS - n] - 1;
  k += n;
  const halfSquare = 0.5 * f * f;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const evenTerms = w * (LG2 + w * (LG4 + w * LG6));
  const oddTerms = z * (LG1 + w * (LG3 + w * (LG5 + w * LG7)));
  argument[0] = s * (halfSquare + (oddTerms + evenTerms)) + k * LN2_LOW - halfSquare + f + k * LN2_HIGH;
}

/**
 * e^x, error below 1 ulp. Infinity above 709.78, 0 below -745.13 (subnormal results in between are
 * rounded once more), NaN for NaN.
 */
export function exp(x: number): number {
  if (x !== x) return x;
  if (x > EXP_OVERFLOW) return Infinity;
  if (x < EXP_UNDERFLOW) return 0;
  // x = k ln 2 + r, |r| <= 0.5 ln 2
  const k = (INVERSE_LN2 * x + (x < 0 ? -0.5 : 0.5)) | 0;
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const square = r * r;
  const c = r - square * (P1 + square * (P2 + square * (P3 + square * (P4 + square * P5))));
  const y = 1 + ((r * c) / (2 - c) - low + high);
  // In two steps, since 2^k may lie outside the range; the last one rounds when the result is subnormal.
  const halfExponent = k >> 1;
  return y * powers[POWER_BIAS + halfExponent] * powers[POWER_BIAS + k - halfExponent];
}

/**
 * base^n for an integer n >= 0, which may exceed 2^31, by repeated squaring. Exact while every intermediate power is;
 * otherwise the relative error is below n * 2^-53 (the base taken as exact). powInt(x, 0) is 1 for every x.
 *
 * @throws RangeError when n is negative or not an integer.
 */
export function powInt(base: number, n: number): number {
  argument[0] = base;
  powIntInPlace(argument, n);
  return argument[0];
}

/**
 * Replaces the number in a cell by its `powInt`.
 * @throws RangeError if the exponent is not a whole number from 0
 */
export function powIntInPlace(argument: Float64Array, n: number): void {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`exponent must be an integer >= 0, got ${n}`);
  let result = 1;
  let square = argument[0];
  let remainingExponent = n;
  while (remainingExponent > 0) {
    const halfExponent = Math.floor(remainingExponent / 2);
    if (remainingExponent - 2 * halfExponent === 1) result *= square;
    square *= square;
    remainingExponent = halfExponent;
  }
  argument[0] = result;
}

/**
 * x^y = exp(y ln x) for x >= 0. The relative error is about (1 + |y ln x|) * 2^-52: fine for a
 * response function or a weight, not a substitute for `powInt`. NaN for a negative x.
 */
export function pow(x: number, y: number): number {
  if (y === 0 || x === 1) return 1;
  return exp(y * ln(x));
}
