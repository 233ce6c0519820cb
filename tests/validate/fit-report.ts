/** Fits the drawn links to the files of their runs, judges the fits, and writes the table of docs/MEASUREMENTS.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { sim } from '../cli/harness.ts';
import { CLASS_OF_POLICY, CROSS_SHARE, type DrawnLink, drawLinks, filesOf } from './fit-runs.ts';
import { table } from './markdown-table.ts';

export const DRAWN_LINKS = 40;
const SEED = 20_261_129;
/** Largest share of an error. One flow over an AQM does not fill the link: 8 %. */
const RATE_ERROR = 0.03;
const RATE_ERROR_OF_ONE_FLOW = 0.08;
const BASE_ERROR = 0.02;
const BASE_ERROR_MS = 1;
const BUFFER_ERROR = 0.1;
const NOT_TOLD = 'the data do not tell';

interface Estimate {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

interface FittedLink {
  readonly link: DrawnLink;
  readonly baseMs: Estimate | undefined;
  readonly rate: Estimate | undefined;
  readonly queueClass: string;
  readonly buffer: Estimate | undefined;
}

function fitOf(link: DrawnLink): FittedLink {
  const { status, out, err } = sim(['fit', 'ping.txt', 'iperf3.json', '--json'], filesOf(link));
  if (status !== 0 || err !== '') throw new Error(`${link.id}: ${err}`);
  const { baseRttMs, down } = JSON.parse(out).fit;
  return { link, baseMs: baseRttMs, rate: down.rateMbps, queueClass: down.queue.class, buffer: down.bufferPackets };
}

/** A bound only claims that the value is on its side; undefined if nothing is claimed. */
function isRight(estimate: Estimate | undefined, truth: number, tolerance: number): boolean | undefined {
  if (estimate === undefined) return undefined;
  const { value, low, high } = estimate;
  if (low === null) return truth <= (high ?? value) * (1 + tolerance);
  if (high === null) return truth >= low * (1 - tolerance);
  return Math.abs(value / truth - 1) <= tolerance;
}

function judge({ link, baseMs, rate, queueClass, buffer }: FittedLink) {
  const isDropTail = link.policy === 'pfifo';
  const isOneFlowOverAqm = !isDropTail && link.flows === 1;
  return {
    // The fit cannot know of other traffic, which leaves less of the rate.
    rate: isRight(rate, link.mbps, (isOneFlowOverAqm ? RATE_ERROR_OF_ONE_FLOW : RATE_ERROR) + CROSS_SHARE[link.cross]),
    base: isRight(baseMs, link.idleMs, Math.max(BASE_ERROR, BASE_ERROR_MS / link.idleMs)),
    queue: queueClass === NOT_TOLD ? undefined : queueClass === CLASS_OF_POLICY[link.policy],
    buffer: queueClass === 'drop-tail' ? isDropTail && isRight(buffer, link.limitPackets, BUFFER_ERROR) : undefined,
  };
}

const format = (estimate: Estimate | undefined, isAlright: boolean | undefined) => {
  if (estimate === undefined) return 'not told';
  const { value, low, high } = estimate;
  const number = (x: number) => String(Number(x.toPrecision(3)));
  const text =
    low === null ? `at most ${number(high ?? value)}` : high === null ? `at least ${number(low)}` : number(value);
  return isAlright === false ? `**${text}**` : text;
};

const BEGIN = '<!-- Written by tests/validate/fit.test.ts. -->';
const END = '<!-- End of the written table. -->';

function writeTable(rows: readonly (readonly string[])[], summary: string): void {
  const path = 'docs/MEASUREMENTS.md';
  const text = readFileSync(path, 'utf8');
  const [before, rest = ''] = text.split(BEGIN);
  const head = [
    'queue',
    'senders',
    'cross traffic',
    'rate, Mb/s',
    'fitted',
    'idle, ms',
    'fitted',
    'class',
    'buffer, packets',
    'fitted',
  ];
  const written = [BEGIN, '', summary, '', table(head, rows), '', END].join('\n');
  writeFileSync(path, `${before}${written}${rest.split(END)[1] ?? ''}`);
}

export interface FitCounts {
  readonly right: number;
  readonly wrong: number;
  readonly notTold: number;
}

const NAMES = { rate: 'rate', base: 'idle round trip', queue: 'class', buffer: 'buffer' } as const;
export type JudgedValue = keyof typeof NAMES;

/** Runs and fits all drawn links, writes the table, and counts the judgements of each value. */
export function reportDrawnFits(): Readonly<Record<JudgedValue, FitCounts>> {
  const fits = drawLinks(DRAWN_LINKS, SEED).map(fitOf);
  const judged = fits.map(judge);
  const countsOf = (key: JudgedValue): FitCounts => {
    const count = (value: boolean | undefined) => judged.filter((one) => one[key] === value).length;
    return { right: count(true), wrong: count(false), notTold: count(undefined) };
  };
  const counts = {
    rate: countsOf('rate'),
    base: countsOf('base'),
    queue: countsOf('queue'),
    buffer: countsOf('buffer'),
  };
  const parts = (Object.keys(NAMES) as JudgedValue[]).map((key) => {
    const { right, wrong, notTold } = counts[key];
    return `${NAMES[key]}: ${right} right, ${wrong} wrong, ${notTold} not told`;
  });
  const rows = fits.map((fit, index) => rowOf(fit, judged[index] as (typeof judged)[number]));
  writeTable(rows, `${parts.join('; ')}. Wrong values are bold.`.replace(/^r/, 'R'));
  return counts;
}

const rowOf = ({ link, baseMs, rate, queueClass, buffer }: FittedLink, judgement: ReturnType<typeof judge>) => [
  link.policy,
  `${link.flows} ${link.congestion}`,
  link.cross,
  String(link.mbps),
  format(rate, judgement.rate),
  String(link.idleMs),
  format(baseMs, judgement.base),
  judgement.queue === undefined ? 'not told' : judgement.queue ? queueClass : `**${queueClass}**`,
  link.policy === 'pfifo' ? String(link.limitPackets) : '',
  queueClass === 'drop-tail' ? format(buffer, judgement.buffer) : '',
];
