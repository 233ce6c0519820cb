/** Two-way traffic as in ns-2.35: its cases as scenarios, our figures of them, and the differences that are allowed. */
import type { ClassSummary, LaneSummary } from '../../src/engine/metrics/summary.ts';
import type { Scenario, SourceSpec } from '../../src/engine/scenario/scenario.ts';
import { openRun } from '../../src/runs/open-run.ts';
import cases from './fixtures/ns2-two-way.json' with { type: 'json' };
import { meanAndError } from './statistics.ts';

export type CaseName = keyof typeof cases;
export const caseNames = Object.keys(cases) as CaseName[];

interface Case {
  readonly what: string;
  readonly set: Readonly<Record<string, number | string>>;
  /** For each seed: TCP down, TCP up, call down, call up, s. */
  readonly starts: readonly (readonly number[])[];
  /** Mean, and half of the 95 % interval. */
  readonly figures: Readonly<Record<string, readonly number[]>>;
  readonly medianOf20?: Readonly<Record<string, number>>;
  readonly meanOf20?: Readonly<Record<string, readonly number[]>>;
}

export const ns2Case = (name: CaseName): Case => cases[name] as unknown as Case;

/** ns-2's own defaults, which a case changes. */
const DEFAULTS = { cd: 10e6, cu: 1e6, dd: 0.02, du: 0.02, bd: 100, bu: 20, ndown: 4, nup: 1, window: 10_000 };
const BASE = { ...DEFAULTS, call: 0, ecn: 0, delack: 0, gentle: 1 };
/** A call: 160 bytes of payload and 40 of headers every 20 ms. */
const CALL = {
  kind: 'cbr',
  label: 'call',
  rateBps: 64e3,
  packetBytes: 160,
  headerBytes: 40,
  timing: 'periodic',
} as const;
const CALL_BYTES = 200;

export function parametersOf(
  name: CaseName,
): Readonly<Record<keyof typeof BASE, number>> & { readonly isRed: boolean } {
  const { set } = ns2Case(name);
  const numbers = Object.fromEntries(Object.entries(set).map(([key, value]) => [key, Number(value)]));
  return { ...BASE, ...numbers, isRed: set.qd === 'RED' };
}

/** @param starts of its flows, as in a case; undefined for random ones */
export function twoWayScenario(name: CaseName, starts: readonly number[] | undefined): Scenario {
  const { cd, cu, dd, du, bd, bu, ndown, nup, window, call, ecn, delack, gentle, isRed } = parametersOf(name);
  const startsOf = (first: number, count: number): Pick<SourceSpec, string> =>
    starts === undefined ? { startWithinSeconds: 0.5 } : { startSeconds: starts.slice(first, first + count) };
  const tcp = {
    kind: 'tcp',
    label: 'TCP',
    conformance: 'ns2',
    variant: 'sack',
    initialWindow: 2,
    initialRtoMs: 3000,
    minRtoMs: 200,
    clockGranularityMs: 10,
    windowPackets: window,
    delayedAck: delack === 1,
    ecn: ecn === 1,
  } as const;
  const policy = ecn === 1 ? 'red-ecn' : isRed ? 'red' : 'droptail';
  return {
    id: name.toLowerCase(),
    title: name,
    summary: ns2Case(name).what,
    citation: 'ns-2.35',
    link: { rateBps: cd, delayMs: dd * 1e3 },
    up: { link: { rateBps: cu, delayMs: du * 1e3 }, buffer: { packets: bu }, policies: {} },
    access: { receiverDelayMs: 2 },
    buffer: { packets: bd },
    run: { durationSeconds: 100, warmupSeconds: 20 },
    sources: {
      download: { ...tcp, flows: ndown, ...startsOf(0, ndown) } as SourceSpec,
      ...(nup === 0 ? {} : { upload: { ...tcp, flows: nup, direction: 'up', ...startsOf(ndown, nup) } as SourceSpec }),
      ...(call === 0
        ? {}
        : {
            callDown: { ...CALL, ...callStart(starts, ndown + nup) } as SourceSpec,
            callUp: { ...CALL, direction: 'up', ...callStart(starts, ndown + nup + 1) } as SourceSpec,
          }),
    },
    policies: { [policy]: isRed ? { gentle: gentle === 1 } : {} },
  };
}

const callStart = (starts: readonly number[] | undefined, index: number) => ({ startSeconds: starts?.[index] ?? 0.3 });

export const policyOf = (scenario: Scenario): string => Object.keys(scenario.policies)[0] as string;

/** Our figures by ns-2's names. */
export function measureSeed(
  name: CaseName,
  seed: number,
  starts: readonly number[] | undefined,
): Record<string, number> {
  const scenario = twoWayScenario(name, starts);
  const run = openRun({ scenario, policy: policyOf(scenario), seed });
  run.advance(run.endNs);
  const down = run.summary();
  const { up } = down;
  if (up === undefined) throw new Error('no direction up');
  return { ...figuresOf('down', down, 'download', 'upload', name), ...figuresOf('up', up, 'upload', 'download', name) };
}

function figuresOf(direction: 'down' | 'up', lane: LaneSummary, data: string, acks: string, name: CaseName) {
  const { cd, cu, dd, du } = parametersOf(name);
  const named = (id: string): ClassSummary | undefined => lane.classes.find((item) => item.class === id);
  const figures: Record<string, number | undefined> = {
    util_wire: lane.busy,
    util_payload: lane.utilisation,
    qdelay_mean: lane.meanDelayMs / 1e3,
    qdelay_std: lane.delayStdMs / 1e3,
    drop_data: named(data)?.dropRate,
    mark_data: named(data)?.markRate,
    drop_ack: named(acks)?.acks?.dropRate,
    rto: named(data)?.retransmissions?.timeouts,
  };
  const call = named(direction === 'down' ? 'callDown' : 'callUp');
  if (call !== undefined) {
    const bits = 8 * CALL_BYTES;
    const access = 2 * (0.002 + bits / (10 * Math.max(cd, cu)));
    const way = bits / (direction === 'down' ? cd : cu) + (direction === 'down' ? dd : du) + access;
    figures.call_delay_mean = call.meanDelayMs / 1e3 + way;
    figures.call_delay_p95 = call.p95DelayMs / 1e3 + way;
    figures.call_loss = call.dropRate;
  }
  const entries = Object.entries(figures).filter((entry): entry is [string, number] => entry[1] !== undefined);
  return Object.fromEntries(entries.map(([figure, value]) => [`${figure}_${direction}`, value]));
}

/** The difference that is allowed beside the intervals of both: an amount, or a share of ns-2's figure. */
interface Slack {
  readonly figure: RegExp;
  readonly amount?: number;
  readonly share?: number;
  readonly why: string;
}

const WHY_MOVES = 'about what a later departure by up to 1 ms, or another least timeout, moves in ns-2';

/** Of P1, P4, P5 and their variants. */
const SLACKS: readonly Slack[] = [
  { figure: /^util/, amount: 0.02, why: WHY_MOVES },
  { figure: /^drop_ack_up/, amount: 0.04, why: WHY_MOVES },
  { figure: /^drop_data_up/, amount: 0.01, why: WHY_MOVES },
  { figure: /^drop_data_down/, share: 0.3, why: WHY_MOVES },
  { figure: /^qdelay/, share: 0.08, why: WHY_MOVES },
  { figure: /^call_delay_mean/, amount: 0.002, why: 'as for the delay of the queues' },
  { figure: /^call_delay_p95/, amount: 0.004, why: 'as for the delay of the queues' },
  { figure: /^call_loss_up/, amount: 0.03, why: 'as for the losses of ACKs' },
  { figure: /^call_loss_down/, amount: 0.003, why: 'as for the losses of data' },
  { figure: /^(rto)/, share: 0.5, why: 'ns-2’s timer has a clock of 10 ms with a phase of its own random numbers' },
];

/** Of P2 and P2d: the same on both sides. */
const SLACKS_OF_EQUALS: readonly Slack[] = [
  { figure: /^util/, amount: 0.02, why: WHY_MOVES },
  { figure: /^drop_data/, share: 0.3, why: WHY_MOVES },
  { figure: /^drop_ack/, amount: 0.001, why: 'nearly no ACK is lost' },
  { figure: /^qdelay_mean/, share: 0.06, why: WHY_MOVES },
];

/** Of P3d: means of twenty seeds. */
const SLACKS_OF_P3D: readonly Slack[] = [
  { figure: /^util_payload_down/, amount: 0.03, why: WHY_MOVES },
  { figure: /^util_payload_up/, amount: 0.02, why: WHY_MOVES },
  { figure: /^drop_ack_up/, amount: 0.04, why: WHY_MOVES },
  { figure: /^drop_data_up/, amount: 0.01, why: WHY_MOVES },
  { figure: /^qdelay_mean_up/, share: 0.08, why: WHY_MOVES },
];

/** Of C1 and C1d: closed forms. */
const SLACKS_OF_CLOSED_FORMS: readonly Slack[] = [
  { figure: /^util_payload_down/, share: 1e-4, why: 'a closed form' },
  { figure: /^qdelay_mean_up/, share: 1e-4, why: 'a closed form' },
];

/** Of P3, in which now one flow, now another is shut out: the range of the median of twenty seeds. */
export const MEDIANS_OF_P3: Readonly<Record<string, readonly [number, number]>> = {
  util_payload_down: [0.2, 0.3],
  util_payload_up: [0.71, 0.8],
  drop_ack_up: [0.65, 0.75],
  qdelay_mean_up: [0.036, 0.052],
};

export function slacksOf(name: CaseName): readonly Slack[] {
  if (name.startsWith('C')) return SLACKS_OF_CLOSED_FORMS;
  if (name.startsWith('P2')) return SLACKS_OF_EQUALS;
  return name === 'P3d' ? SLACKS_OF_P3D : SLACKS;
}

export interface TwoWayRow {
  readonly figure: string;
  readonly ours: number;
  readonly theirs: number;
  /** Largest allowed difference. */
  readonly allowed: number;
  readonly ok: boolean;
}

/** Half of the 95 % interval of a mean of five, as ns-2's. */
function halfInterval(values: readonly number[]): number {
  const factor = values.length >= 20 ? 2.093 : 2.776;
  return factor * meanAndError(values).error;
}

export function compareCase(name: CaseName, seeds: readonly Readonly<Record<string, number>>[]): TwoWayRow[] {
  const { figures, meanOf20 } = ns2Case(name);
  return Object.entries(name === 'P3d' ? (meanOf20 ?? {}) : figures).flatMap(([figure, [theirs = 0, interval = 0]]) => {
    const slack = slacksOf(name).find((item) => item.figure.test(figure));
    const values = seeds.map((seed) => seed[figure] ?? Number.NaN);
    if (slack === undefined || values.some(Number.isNaN)) return [];
    const { mean: ours } = meanAndError(values);
    const allowed = (slack.amount ?? 0) + (slack.share ?? 0) * Math.abs(theirs) + interval + halfInterval(values);
    return [{ figure, ours, theirs, allowed, ok: Math.abs(ours - theirs) <= allowed + 1e-12 }];
  });
}

/** Orders of means that must hold, the smallest first. */
export const orders: readonly {
  readonly what: string;
  readonly figure: string;
  readonly cases: readonly CaseName[];
}[] = [
  { what: 'delayed ACKs lose fewer ACKs', figure: 'drop_ack_up', cases: ['P1d', 'P1'] },
  { what: 'RED has the shorter queue down', figure: 'qdelay_mean_down', cases: ['P4', 'P1'] },
  { what: 'timeouts: ECN, gentle RED, RED that is not gentle', figure: 'rto_down', cases: ['P4e', 'P4', 'P4g'] },
  { what: 'RED loses less of a call up', figure: 'call_loss_up', cases: ['P5r', 'P5'] },
  { what: 'delayed ACKs lose less of a call up', figure: 'call_loss_up', cases: ['P5d', 'P5'] },
  {
    what: 'the link down is used less with RED, least if it is not gentle',
    figure: 'util_payload_down',
    cases: ['P4g', 'P4', 'P1'],
  },
];
