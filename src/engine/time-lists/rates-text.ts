/**
 * Reads the rate of a link over time, in one of two formats. In mahimahi's format, each line is the time (ms) of an
 * opportunity to send 1,500 bytes. The list repeats after the last line. The other format has two columns with a header
 * such as `t_ms,rate_bps` or `time_s,rate_mbps`. The word `repeat` in its last row repeats the list. Files and lists in
 * scenario files use this reader only.
 */

import { cellNumber, columnNames, lacksNames, listSeparator, splitCsvLine, timeUnitNs } from './csv-line.ts';
import {
  type LinkRates,
  MAX_LISTED_RATE_BPS,
  OPPORTUNITY_BITS,
  OpportunityRates,
  PiecewiseRates,
  type RatePiece,
} from './link-rates.ts';
import { TimeListError } from './time-list-error.ts';

/** Latest time of a list, ms: the longest duration of a run. */
const MAX_TIME_MS = 3_600_000;
/** A list that begins later has times since 1970: 2001-09-09. */
const MIN_EPOCH_MS = 1e12;
/** Lowest rate above 0, bit/s. At lower rates a number cannot hold the end of a packet. */
const MIN_RATE_BPS = 1;
/** Longest allowed time without a bit, ms. */
const MAX_GAP_MS = 60_000;
const MAX_SIMULTANEOUS_OPPORTUNITIES = Math.floor(MAX_LISTED_RATE_BPS / 1e3 / OPPORTUNITY_BITS);
const ALLOWED_FIRST_LINE =
  'a time in whole ms (mahimahi), or a header of a time (t_ms or time_s) and a rate (rate_bps, rate_kbps, rate_mbps or rate_gbps), such as t_ms,rate_bps';
/** Units of rate in the names of columns, bit/s. */
const RATE_UNITS: Readonly<Record<string, number>> = { rate_bps: 1, rate_kbps: 1e3, rate_mbps: 1e6, rate_gbps: 1e9 };
const REPEAT_WORD = 'repeat';

export interface ParsedRates {
  readonly rates: LinkRates;
  /** Mean rate of the list, once through, bit/s. */
  readonly meanBps: number;
  /** Length of the list, ms. */
  readonly durationMs: number;
  /** The list repeats at its end; otherwise its last rate stays. */
  readonly repeats: boolean;
}

/** Whether a text looks like a list of rates, judged by its first line. A header with `bytes` is that of arrivals. */
export function looksLikeRates(text: string): boolean {
  const [line = ''] = text.replace(/^\uFEFF?\s*/, '').split(/\r?\n/, 1);
  // Neither a scenario in one line nor a capture is a list.
  if (/^[{[]/.test(line) || line.includes('\0') || /\bbytes\b/i.test(line)) return false;
  return /^-?\d+\s*$/.test(line) || /(^|[\s,;"])rate_[kmg]?bps\b/i.test(line) || lacksNames(line);
}

/** @throws TimeListError */
export function parseRates(text: string): ParsedRates {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const [first] = lines;
  if (first === undefined) throw new TimeListError(1, 't_ms', '', ALLOWED_FIRST_LINE);
  if (lacksNames(first)) {
    const separator = listSeparator(first);
    const mend = ['time_s', 'rate_mbps'].join(separator);
    throw new TimeListError(
      1,
      'header',
      first,
      `a header above the numbers. If they are seconds and Mb/s, the first line must be "${mend}"; rate_bps is bit/s and rate_kbps kbit/s, t_ms is ms; arrivals have time_s and bytes`,
    );
  }
  return Number.isNaN(cellNumber(first)) ? parseRatePieces(lines) : parseOpportunities(lines);
}

function parseOpportunities(lines: readonly string[]): ParsedRates {
  const timesNs = new Float64Array(lines.length);
  let beforeMs = 0;
  let atOnce = 0;
  for (const [index, line] of lines.entries()) {
    const refuse = (allowed: string): never => {
      throw new TimeListError(index + 1, 't_ms', line.trim(), allowed);
    };
    const ms = cellNumber(line);
    if (!Number.isInteger(ms) || ms < 0 || ms > MAX_TIME_MS)
      refuse(index === 0 ? ALLOWED_FIRST_LINE : `a whole number of ms from 0 to ${MAX_TIME_MS}`);
    if (ms < beforeMs) refuse(`at least ${beforeMs}, the time of the line before it`);
    if (ms - beforeMs >= MAX_GAP_MS)
      refuse(
        `a time less than ${MAX_GAP_MS} ms after ${beforeMs} (with a longer gap, the link would send nothing for a minute)`,
      );
    atOnce = ms === beforeMs ? atOnce + 1 : 1;
    if (atOnce > MAX_SIMULTANEOUS_OPPORTUNITIES)
      refuse(`at most ${MAX_SIMULTANEOUS_OPPORTUNITIES} lines with the same time (${MAX_LISTED_RATE_BPS} bit/s)`);
    timesNs[index] = ms * 1e6;
    beforeMs = ms;
  }
  if (beforeMs === 0)
    throw new TimeListError(
      lines.length,
      't_ms',
      lines.at(-1),
      'a list whose last time is above 0, because the list repeats after its last time',
    );
  return {
    rates: new OpportunityRates(timesNs),
    meanBps: (lines.length * OPPORTUNITY_BITS * 1e3) / beforeMs,
    durationMs: beforeMs,
    repeats: true,
  };
}

function parseRatePieces(lines: readonly string[]): ParsedRates {
  const separator = listSeparator(lines[0]);
  const header = columnNames(lines[0], separator);
  const timeAt = header.findIndex((name) => timeUnitNs(name) !== undefined);
  const rateAt = header.findIndex((name) => RATE_UNITS[name] !== undefined);
  if (header.length !== 2 || timeAt < 0 || rateAt < 0)
    throw new TimeListError(1, 'header', lines[0], ALLOWED_FIRST_LINE);
  const [timeName, rateName] = [header[timeAt], header[rateAt]];
  const toMs = (timeUnitNs(timeName) as number) / 1e6;
  const toBps = RATE_UNITS[rateName];
  /** Times since 1970 are counted from the first one. */
  let startMs = 0;
  const pieces: RatePiece[] = [];
  let endMs = Number.POSITIVE_INFINITY;
  let beforeMs = 0;
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    const refuse = (column: string, given: string, allowed: string): never => {
      throw new TimeListError(index + 1, column, given, allowed);
    };
    const row = splitCsvLine(line, separator, 2);
    if (row.length !== 2) refuse(header[Math.min(1, row.length - 1)], line, '2 columns, as in the header');
    const [time = '', rate = ''] = [row[timeAt]?.trim(), row[rateAt]?.trim()];
    if (endMs !== Number.POSITIVE_INFINITY) refuse(rateName, rate, `no row after ${REPEAT_WORD}`);
    const givenMs = cellNumber(time, separator) * toMs;
    if (pieces.length === 0 && givenMs >= MIN_EPOCH_MS) startMs = givenMs;
    const ms = givenMs - startMs;
    if (!(ms >= 0 && ms <= MAX_TIME_MS)) refuse(timeName, time, `a time from 0 to ${MAX_TIME_MS / toMs}`);
    if (pieces.length === 0 && ms !== 0) refuse(timeName, time, '0: the list gives the rate from the beginning');
    // Times are whole nanoseconds.
    if (pieces.length > 0 && Math.round(ms * 1e6) <= Math.round(beforeMs * 1e6))
      refuse(timeName, time, `a time after ${beforeMs / toMs}, the time of the row before it`);
    beforeMs = ms;
    if (rate === REPEAT_WORD && pieces.length > 0) endMs = ms;
    else {
      const bps = cellNumber(rate, separator) * toBps;
      if (bps !== 0 && !(bps >= MIN_RATE_BPS && bps <= MAX_LISTED_RATE_BPS))
        refuse(
          rateName,
          rate,
          `0, a rate from ${MIN_RATE_BPS} to ${MAX_LISTED_RATE_BPS} bit/s, or ${REPEAT_WORD} in the last row`,
        );
      pieces.push({ fromNs: Math.round(ms * 1e6), bps });
    }
  }
  if (pieces.length === 0) throw new TimeListError(2, timeName, '', 'at least one row');
  refuseOutage(pieces, endMs);
  const repeats = endMs !== Number.POSITIVE_INFINITY;
  const durationMs = repeats ? endMs : beforeMs;
  const rates = new PiecewiseRates(pieces, repeats ? Math.round(endMs * 1e6) : Number.POSITIVE_INFINITY);
  const meanBps = durationMs === 0 ? pieces[0].bps : (rates.bitsUntil(durationMs * 1e6) * 1e3) / durationMs;
  return { rates, meanBps, durationMs, repeats };
}

/** A link that sends nothing for a minute, or never again. The error names the last row of this time. */
function refuseOutage(pieces: readonly RatePiece[], endMs: number): void {
  const repeats = endMs !== Number.POSITIVE_INFINITY;
  // The list is read twice: an outage may continue over the repetition.
  const rows = repeats ? [...pieces, ...pieces] : pieces;
  let outageMs = 0;
  for (const [index, { fromNs, bps }] of rows.entries()) {
    const piece = index % pieces.length;
    const untilNs = pieces[piece + 1]?.fromNs ?? endMs * 1e6;
    outageMs = bps > 0 ? 0 : outageMs + (untilNs - fromNs) / 1e6;
    if (outageMs >= MAX_GAP_MS)
      throw new TimeListError(
        piece + 2,
        'rate_bps',
        '0',
        `a rate above 0 before ${MAX_GAP_MS} ms have passed (with a longer gap, the link would send nothing for a minute)`,
      );
  }
}
