import { describe, expect, test } from 'vitest';
import { exp, ln, pow, powInt } from '../../../src/engine/numbers/exact-math.ts';
import { amount } from '../../amount.ts';

/**
 * Tables: [x, f(x) rounded to double, the rounding error in units in the last place]. Computed with mpmath 1.3 at 60
 * digits, x taken as the exact value of the double.
 */
type Reference = readonly (readonly [x: number, rounded: number, rest: number])[];

// biome-ignore format: a table
const LN: Reference = [
  [5e-324, -744.4400719213812, -0.3890],
  [1e-323, -743.7469247408213, 0.0946],
  [3e-320, -735.7286286023058, -0.1841],
  [2.225073858507201e-308, -708.3964185322641, -0.2436],
  [2.2250738585072014e-308, -708.3964185322641, -0.2417],
  [1e-300, -690.7755278982137, -0.2082],
  [1e-100, -230.25850929940458, 0.3895],
  [1e-10, -23.025850929940457, 0.1213],
  [1.1102230246251565e-16, -36.7368005696771, -0.0949],
  [0.001, -6.907755278982137, -0.2433],
  [0.1, -2.3025850929940455, -0.3862],
  [0.25, -1.3862943611198906, -0.2089],
  [0.3333333333333333, -1.0986122886681098, 0.1585],
  [0.5, -0.6931471805599453, -0.2089],
  [0.6065306597126334, -0.5, 0.0098],
  [0.7071067811865475, -0.34657359027997275, 0.1941],
  [0.7071067811865476, -0.3465735902799726, 0.0225],
  [0.9, -0.10536051565782628, 0.3466],
  [0.99999, -1.0000050000287824e-05, -0.4125],
  [0.9999999999999999, -1.1102230246251565e-16, -0.2500],
  [1, 0, 0],
  [1.0000000000000002, 2.2204460492503128e-16, 0.0000],
  [1.0000000001, 1.000000082690371e-10, -0.3263],
  [1.001, 0.0009995003330834232, -0.3128],
  [1.25, 0.22314355131420976, -0.3275],
  [1.3974483367352255, 0.33464795701688405, 0.2199],
  [1.414213562373095, 0.3465735902799726, -0.3881],
  [1.4142135623730951, 0.3465735902799727, 0.4403],
  [1.4142135623730954, 0.34657359027997287, 0.2687],
  [2.0, 0.6931471805599453, 0.2089],
  [2.718281828459045, 1.0, -0.2395],
  [10.0, 2.302585092994046, -0.4888],
  [9007199254740991.0, 36.7368005696771, 0.0792],
  [1e+100, 230.25850929940458, -0.3882],
  [1.7e+308, 709.7268368932282, 0.2721],
  [1.7976931348623157e+308, 709.782712893384, 0.2079],
  [1.8112793523490414, 0.5940334200971764, -0.3048],
  [1.3725083140534051, 0.31663995198131084, 0.1429],
  [1.5330185127252884, 0.42723867595850173, -0.1473],
  [1.8092324756265472, 0.5929027087293763, 0.2486],
  [259828.1876615294, 12.467775874875658, -0.4271],
  [635726.2338801196, 13.362523299778092, 0.3573],
  [904945.7897207842, 13.715630320026923, -0.1029],
  [872130.5019393365, 13.67869434988076, 0.4203],
];

// biome-ignore format: a table
const EXP: Reference = [
  [-745.1332191019411, 5e-324, -0.5000],
  [-745.13, 5e-324, -0.4984],
  [-744.0, 1e-323, -0.4472],
  [-740.5, 2.5e-322, 0.4223],
  [-720.25, 1.5827029403e-313, 0.4823],
  [-709.0, 1.216780750623423e-308, 0.2791],
  [-708.4, 2.217119081664265e-308, -0.1760],
  [-708.3, 2.450295530965988e-308, 0.4064],
  [-500.0, 7.124576406741286e-218, 0.0149],
  [-387.12224242901664, 7.498014761052426e-169, 0.1740],
  [-100.0, 3.720075976020836e-44, -0.3155],
  [-36.7368005696771, 1.1102230246251573e-16, 0.0354],
  [-10.0, 4.5399929762484854e-05, -0.3892],
  [-1.0, 0.36787944117144233, -0.2239],
  [-0.6931471805599453, 0.5, 0.1044],
  [-0.5, 0.6065306597126334, -0.0059],
  [-0.34657359027997264, 0.7071067811865476, -0.3615],
  [-0.1, 0.9048374180359595, 0.4554],
  [-1e-05, 0.9999900000499998, 0.0516],
  [-1e-10, 0.9999999999, 0.0746],
  [-5.551115123125783e-17, 1.0, -0.2500],
  [0.0, 1.0, 0.0000],
  [1.1102230246251565e-16, 1.0000000000000002, -0.5000],
  [1e-08, 1.00000001, 0.4989],
  [0.001, 1.0010005001667084, -0.1932],
  [0.1, 1.1051709180756477, -0.3670],
  [0.3465735902799727, 1.4142135623730951, -0.1557],
  [0.5, 1.6487212707001282, -0.2131],
  [0.6931471805599453, 2.0, -0.1044],
  [1.0, 2.718281828459045, 0.3255],
  [2.0, 7.38905609893065, -0.2023],
  [3.141592653589793, 23.140692632779267, -0.1774],
  [10.0, 22026.465794806718, -0.3788],
  [20.5, 799902177.4755054, 0.4587],
  [100.0, 2.6881171418161356e+43, -0.3252],
  [300.0, 1.9424263952412558e+130, 0.4525],
  [500.125, 1.5904783503965786e+217, -0.0293],
  [709.0, 8.218407461554972e+307, -0.1960],
  [709.7827, 1.7976699566638014e+308, 0.3694],
  [709.782712893384, 1.7976931348622732e+308, 0.1057],
  [102.1169369489105, 2.2326581188485753e+44, 0.4444],
  [-462.8706780242021, 9.502080366644247e-202, -0.4537],
  [-123.8677131426607, 1.6030080236608058e-54, 0.1637],
  [691.3732178882615, 1.817914545632178e+300, 0.1712],
  [-0.7935044001776401, 0.45225712504190774, -0.0078],
  [-0.36172170230142053, 0.6964761685882028, 0.0794],
  [0.9000782159070004, 2.4597954987689374, 0.3556],
  [-0.10119848829534916, 0.9037536305642763, 0.0472],
];

// biome-ignore format: a table
const POWERS: readonly (readonly [base: number, n: number, value: number])[] = [
  [0.998, 1000, 0.13506452244668338],
  [0.998, 100000, 1.1327360883397166e-87],
  [0.9999990463256836, 8388608, 0.00033546134821576965],
  [1.0000001, 4294967297, 3.373265205676163e+186],
  [0.9999999995343387, 8589946937, 0.01831553358290635],
  [1.5, 300, 6.720130653014567e+52],
  [-1.1, 777, -1.4525007587964934e+32],
];

// biome-ignore format: a table
const REAL_POWERS: readonly (readonly [x: number, y: number, value: number])[] = [
  [2.0, 0.5, 1.4142135623730951],
  [0.998, 12.5, 0.9752854970269542],
  [10.0, -3.25, 0.0005623413251903491],
  [1e-05, 0.75, 0.0001778279410038923],
  [123456.789, -1.2, 7.765725360466604e-07],
  [1e+100, 3.0, 1e+300],
  [0.3, 250.5, 1.0444179019320177e-131],
  [1.0000001, 10000000.0, 2.7182816941320818],
];

/** Distance from |x| to the next double. */
function ulp(x: number): number {
  const bits = new BigInt64Array(new Float64Array([Math.abs(x)]).buffer);
  bits[0]! += 1n;
  return new Float64Array(bits.buffer)[0]! - Math.abs(x);
}

function errorInUlp(value: number, [, rounded, rest]: Reference[number]): number {
  return Math.abs((value - rounded) / ulp(rounded) - rest);
}

/** Pseudo-random doubles in [0, 1), unrelated to the engine's. */
function* draws(count: number): Generator<number> {
  let state = 12345;
  for (let i = 0; i < count; i++) {
    state = (state * 48271) % 2147483647;
    yield state / 2147483647;
  }
}

/** Any positive double, subnormal or not, from a draw in [0, 1). */
function anyPositive(draw: number): number {
  const bits = BigUint64Array.of(BigInt(Math.floor(draw * 2147483647)) * 4292870144n + 1n);
  return new Float64Array(bits.buffer)[0]!;
}

describe('ln', () => {
  test.each(LN)('ln(%d) is within 0.8 ulp', (x, rounded, rest) => {
    expect(errorInUlp(ln(x), [x, rounded, rest])).toBeLessThan(0.8);
  });

  test('at the edges of its domain', () => {
    expect(ln(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(ln(-0)).toBe(Number.NEGATIVE_INFINITY);
    expect(ln(1)).toBe(0);
    expect(ln(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    for (const x of [-1, -5e-324, Number.NEGATIVE_INFINITY, Number.NaN]) expect(ln(x)).toBeNaN();
  });

  test('agrees with this platform within 2 ulp', () => {
    for (const draw of draws(amount(10_000, 100_000))) {
      for (const x of [anyPositive(draw), 0.5 + 1.5 * draw, 1 - draw * 1e-6]) {
        expect(Math.abs(ln(x) - Math.log(x))).toBeLessThanOrEqual(2 * ulp(Math.log(x)));
      }
    }
  });
});

describe('exp', () => {
  test.each(EXP)('exp(%d) is within 1 ulp', (x, rounded, rest) => {
    expect(errorInUlp(exp(x), [x, rounded, rest])).toBeLessThan(1);
  });

  test('at the edges of its range', () => {
    expect(exp(0)).toBe(1);
    expect(exp(-0)).toBe(1);
    expect(exp(709.782712893385)).toBe(Number.POSITIVE_INFINITY);
    expect(exp(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(exp(-745.1332191019412)).toBe(0);
    expect(exp(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(exp(Number.NaN)).toBeNaN();
  });

  test('agrees with this platform within 2 ulp', () => {
    for (const draw of draws(amount(10_000, 100_000))) {
      for (const x of [-745 + 1454.7 * draw, 2 * draw - 1]) {
        expect(Math.abs(exp(x) - Math.exp(x))).toBeLessThanOrEqual(2 * ulp(Math.exp(x)));
      }
    }
  });
});

describe('powInt', () => {
  test('is exact while the powers are', () => {
    expect(powInt(3, 33)).toBe(5559060566555523);
    expect(powInt(-2, 31)).toBe(-2147483648);
    expect(powInt(2, 1023)).toBe(2 ** 1023);
    expect(powInt(0.5, 1074)).toBe(5e-324);
    expect(powInt(10, 15)).toBe(1e15);
  });

  test('any base to the power 0 is 1', () => {
    for (const base of [0, 1, -3, Number.POSITIVE_INFINITY, Number.NaN]) expect(powInt(base, 0)).toBe(1);
  });

  // mpmath 1.3, 60 digits; the base is the exact value of the double.
  test.each(POWERS)('powInt(%d, %d) is within n * 2^-53', (base, n, value) => {
    expect(Math.abs(powInt(base, n) / value - 1)).toBeLessThan(n * 2 ** -53);
  });

  test('under- and overflows to 0 and infinity', () => {
    expect(powInt(0.998, 1e9)).toBe(0);
    expect(powInt(1.002, 2 ** 53 - 1)).toBe(Number.POSITIVE_INFINITY);
    expect(powInt(0, 2 ** 40)).toBe(0);
  });

  test('refuses exponents that are no integers >= 0', () => {
    for (const n of [-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => powInt(2, n)).toThrow(RangeError);
  });
});

describe('pow', () => {
  // mpmath 1.3, 60 digits.
  test.each(REAL_POWERS)('pow(%d, %d) is within (1 + |y ln x|) * 2^-52', (x, y, value) => {
    expect(Math.abs(pow(x, y) / value - 1)).toBeLessThan((1 + Math.abs(y * Math.log(x))) * 2 ** -52);
  });

  test('at the edges of its domain', () => {
    expect(pow(0, 0)).toBe(1);
    expect(pow(0, 2.5)).toBe(0);
    expect(pow(0, -1)).toBe(Number.POSITIVE_INFINITY);
    expect(pow(1, Number.POSITIVE_INFINITY)).toBe(1);
    expect(pow(Number.POSITIVE_INFINITY, -1)).toBe(0);
    expect(pow(-1, 2)).toBeNaN();
  });
});
