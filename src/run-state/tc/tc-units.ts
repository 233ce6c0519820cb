/**
 * The numbers of tc, as its program reads and prints them: sizes, rates, times, shares. A printed unit that the reader
 * of tc refuses, such as `1000p`, is read too.
 * Source: iproute2, lib/utils.c and tc/tc_util.c; tc(8), "PARAMETERS".
 */
import { required } from '../../shared/required.ts';

/** A number with the unit that follows it; undefined if the text does not begin with a number. */
function splitUnit(text: string): { readonly value: number; readonly unit: string } | undefined {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|0x[\da-f]+)([a-z%]*)$/i.exec(text);
  return match === null ? undefined : { value: Number(match[1]), unit: required(match[2]).toLowerCase() };
}

const KILO = 1024;
const MEGA = KILO * KILO;
const GIGA = KILO * MEGA;

/** Bytes in each unit of sizes. */
const SIZE_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: KILO,
  kb: KILO,
  m: MEGA,
  mb: MEGA,
  g: GIGA,
  gb: GIGA,
  // tc refuses these three, and they have one meaning only.
  kib: KILO,
  mib: MEGA,
  gib: GIGA,
  bit: 1 / 8,
  kbit: KILO / 8,
  mbit: MEGA / 8,
  gbit: GIGA / 8,
};

/** Bit/s in each unit of rates. */
const RATE_UNITS: Readonly<Record<string, number>> = { '': 1, bit: 1, bps: 8 };
for (const [letter, decimal, binary] of [
  ['k', 1e3, KILO],
  ['m', 1e6, MEGA],
  ['g', 1e9, GIGA],
  ['t', 1e12, KILO * GIGA],
] as const)
  Object.assign(RATE_UNITS, {
    [`${letter}bit`]: decimal,
    [`${letter}bps`]: 8 * decimal,
    [`${letter}ibit`]: binary,
    [`${letter}ibps`]: 8 * binary,
  });

/** Microseconds in each unit of times. */
const TIME_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  us: 1,
  usec: 1,
  usecs: 1,
  ms: 1e3,
  msec: 1e3,
  msecs: 1e3,
  s: 1e6,
  sec: 1e6,
  secs: 1e6,
};

const PACKET_UNITS: Readonly<Record<string, number>> = { '': 1, p: 1, pkt: 1, pkts: 1, packet: 1, packets: 1 };

function readIn(units: Readonly<Record<string, number>>, text: string): number | undefined {
  const parts = splitUnit(text);
  if (parts === undefined || !Object.hasOwn(units, parts.unit)) return undefined;
  const value = parts.value * required(units[parts.unit]);
  return value >= 0 ? value : undefined;
}

/** Rounded down, as tc does. */
const wholeOf = (value: number | undefined) => (value === undefined ? undefined : Math.floor(value));

/** tc reads a count of bytes without a unit only, and prints one. */
export type TcUnit =
  | 'packets'
  | 'bytes'
  | 'byteCount'
  | 'rate'
  | 'time'
  | 'nanoseconds'
  | 'number'
  | 'percent'
  | 'text';

/** The forms of each unit in words. */
export const TC_UNIT_TEXTS: Readonly<Record<TcUnit, string>> = {
  packets: 'a number of packets, such as 1000 or 1000p',
  bytes: 'a size, such as 30000, 30Kb or 1Mb',
  byteCount: 'a number of bytes',
  rate: 'a rate, such as 10Mbit or 1.25mbps',
  time: 'a time, such as 5ms or 100us; a bare number is in us',
  nanoseconds: 'a time, such as 10us; a bare number is in ns',
  number: 'a number',
  percent: 'a share, such as 10%',
  text: 'a word',
};

const readers: Readonly<Record<TcUnit, (text: string) => number | string | undefined>> = {
  packets: (text) => wholeOf(readIn(PACKET_UNITS, text)),
  bytes: (text) => wholeOf(readIn(SIZE_UNITS, text)),
  byteCount: (text) => wholeOf(readIn(SIZE_UNITS, text)),
  // tc passes whole bytes per second.
  rate: (text) => {
    const bytesPerSecond = wholeOf((readIn(RATE_UNITS, text) ?? Number.NaN) / 8);
    return Number.isNaN(bytesPerSecond) ? undefined : required(bytesPerSecond) * 8;
  },
  // tc passes whole microseconds.
  time: (text) => wholeOf(round9(readIn(TIME_UNITS, text))),
  nanoseconds: (text) => {
    const isBare = splitUnit(text)?.unit === '';
    const microseconds = readIn(TIME_UNITS, text);
    return microseconds === undefined ? undefined : wholeOf(round9(isBare ? microseconds : microseconds * 1e3));
  },
  number: (text) => readIn({ '': 1 }, text),
  percent: (text) => readIn({ '': 1, '%': 1 }, text),
  text: (text) => text,
};

/** Without the error of a product such as 16.1 * 1000. */
function round9(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.toPrecision(15));
}

/**
 * A number of tc: packets, bytes, bit/s, us, ns, a plain number or percent.
 * @returns undefined if tc would refuse it
 */
export function readTcNumber(unit: TcUnit, text: string): number | string | undefined {
  return readers[unit](text);
}

/** The shortest exact form of a time, with a unit. */
export function formatTcTime(microseconds: number): string {
  for (const [unit, factor] of [
    ['s', 1e6],
    ['ms', 1e3],
  ] as const)
    if (microseconds >= factor && microseconds % factor === 0) return `${microseconds / factor}${unit}`;
  return `${microseconds}us`;
}

/** The shortest exact form of a rate. */
export function formatTcRate(bitsPerSecond: number): string {
  for (const [unit, factor] of [
    ['Gbit', 1e9],
    ['Mbit', 1e6],
    ['Kbit', 1e3],
  ] as const)
    if (bitsPerSecond >= factor && bitsPerSecond % factor === 0) return `${bitsPerSecond / factor}${unit}`;
  return `${bitsPerSecond}bit`;
}
