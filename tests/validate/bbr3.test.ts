/**
 * BBRv3 in the loop beside a run of a published program, rule by rule, and beside CUBIC, with the settings of a published
 * measurement. Writes docs/BBR3.md.
 */
import { afterAll, expect, test } from 'vitest';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import { registerCongestionControl } from '../../src/engine/sources/control-registry.ts';
import { Bbr3 } from '../../src/engine/transport/congestion/bbr3.ts';
import { bbr3 } from '../../src/engine/transport/congestion/bbr3-control.ts';
import { NoqBbr3 } from '../../src/engine/transport/congestion/noq-bbr3.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import type { ParameterValues } from '../../src/params/schema.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { required } from '../../src/shared/required.ts';
import { type LoopFigures, publishedRuns, runLoop } from '../golden/bbr3-loop.ts';
import { chanceOf, PublishedSender } from '../runs/control/published-sender.ts';
import {
  type MeasuredLoop,
  type MeasuredShare,
  type PublishedShare,
  type Spread,
  writeBbr3Report,
} from './bbr3-report.ts';

const SEEDS = 12;
/** The published program's run lies in the range of so many. */
const SEEDS_WITH_LOSSES = 24;

const loops: MeasuredLoop[] = [];
const shares: MeasuredShare[] = [];

/** Bbr3 with one rule of that program. */
function controlWith(id: string, rule: 'initialRttNs' | 'filterAggregation' | 'countsLossesLate'): string {
  class OneRule extends Bbr3 {}
  const descriptor = required(Object.getOwnPropertyDescriptor(NoqBbr3.prototype, rule));
  Object.defineProperty(OneRule.prototype, rule, descriptor);
  registerCongestionControl({
    ...bbr3,
    id,
    parameters: {},
    create: (connection, values, uniform) =>
      new OneRule(connection, { ...values, bandwidthFilter: 'draft' } as never, uniform),
  });
  return id;
}

const senders: Readonly<Record<string, ParameterValues>> = {
  draft: {},
  'and an unpaced first flight': { congestion: controlWith('unpacedFlight', 'initialRttNs') },
  "and the program's window in Startup": { congestion: controlWith('startupWindow', 'filterAggregation') },
  'and losses after the ACK': { congestion: controlWith('lateLosses', 'countsLossesLate') },
  'all three (`bbr3Rules: noq`)': { bbr3Rules: 'noq' },
};

const spread = (values: readonly number[]): Spread => ({
  mean: values.reduce((sum, value) => sum + value, 0) / values.length,
  least: Math.min(...values),
  most: Math.max(...values),
});

function measureLoop(link: string, sender: string, run: (seed: number) => LoopFigures): MeasuredLoop {
  const seeds = link === 'losses' ? SEEDS_WITH_LOSSES : SEEDS;
  const figures = Array.from({ length: seeds }, (_, index) => run(index + 1));
  const of = (key: keyof LoopFigures) => spread(figures.map((figure) => figure[key]));
  const measured = { link, sender, seeds, used: of('used'), held: of('held'), lost: of('lost') };
  loops.push(measured);
  return measured;
}

const within = ({ least, most }: Spread, value: number) => least <= value && value <= most;

test.each(Object.entries(publishedRuns))('%s: as the published program, with its rules', (link, published) => {
  for (const [sender, values] of Object.entries(senders))
    measureLoop(link, sender, (seed) => runLoop(published, seed, values));
  const programs = measureLoop(link, 'the control of the program, in a loop of ours', (seed) => {
    const { used, waiting, lost } = new PublishedSender(published.link, chanceOf(seed, published.link.lossRate), true).run(published.seconds, 0);
    return { used, held: waiting + used, lost };
  });
  const noq = required(loops.find((loop) => loop.link === link && loop.sender.includes('noq')));
  if (link === 'losses') {
    // One run lies in the range of many.
    for (const key of ['used', 'held'] as const) {
      expect(within(noq[key], published[key])).toBe(true);
      expect(within(programs[key], published[key])).toBe(true);
    }
    return;
  }
  expect(Math.abs(noq.held.mean - published.held)).toBeLessThan(tolerances.noqBbr3Held.value);
  expect(Math.abs(noq.used.mean - published.used)).toBeLessThan(tolerances.noqBbr3Used.value);
  expect(Math.abs(noq.lost.mean - published.lost)).toBeLessThan(tolerances.noqBbr3Lost.value);
});

const presetScenario = required(findPreset('bbr3-cubic'));

/** The part of BBRv3 in what both get. */
function shareOf(scenario: Scenario, seed: number): number {
  const run = openRun({ scenario, policy: 'droptail', seed });
  run.advance(run.endNs);
  const rates = run.summary().classes.map(({ throughputBps }) => throughputBps);
  return required(rates[0]) / rates.reduce((sum, rate) => sum + rate, 0);
}

function measureShares(row: Omit<MeasuredShare, 'share'>, scenario: Scenario): Spread {
  const share = spread(Array.from({ length: row.seeds }, (_, index) => shareOf(scenario, index + 1)));
  shares.push({ ...row, share });
  return share;
}

const withValues = (scenario: Scenario, values: ParameterValues) =>
  Object.entries(values).reduce((changed, [path, value]) => withValue(changed, path, value), scenario);

test.each([0.5, 1, 4, 16])('beside CUBIC, %d products', (bufferProducts) => {
  for (const filter of ['twoCycles', 'draft']) {
    const scenario = withValues(presetScenario, {
      'buffer.packets': Math.round(67 * bufferProducts),
      'run.durationSeconds': 120,
      'run.warmupSeconds': 20,
      'sources.bbr3.bandwidthFilter': filter,
    });
    const share = measureShares({ setting: 'ours', sender: `\`${filter}\``, bufferProducts, seeds: 4 }, scenario);
    expect(share.mean).toBeGreaterThan(0.05);
    expect(share.mean).toBeLessThan(0.75);
  }
});

/** 1 Gb/s, with the round trip in front of the link. */
function gigabit(roundTripMs: number, bufferProducts: number, values: ParameterValues): Scenario {
  const product = (1e9 * roundTripMs) / 1e3 / (8 * 1500);
  return withValues(presetScenario, {
    'link.rateBps': 1e9,
    'link.delayMs': roundTripMs / 2,
    'access.rateBps': 10e9,
    'access.receiverDelayMs': 0,
    'sources.bbr3.accessDelayMs': 0,
    'sources.cubic.accessDelayMs': 0,
    'buffer.packets': Math.round(product * bufferProducts),
    ...values,
  });
}

/** Measured parts (fairness_time: runs 1, 2 and 3; 100hosts_1G: see the report). */
const publishedShares: readonly PublishedShare[] = [
  { setting: 'pair', bufferProducts: 1.05, share: '0.57, 0.74, 0.78' },
  { setting: 'hundred', bufferProducts: 0.5, share: '0.73' },
  { setting: 'hundred', bufferProducts: 1, share: '0.88' },
  { setting: 'hundred', bufferProducts: 4, share: '0.39' },
  { setting: 'hundred', bufferProducts: 20, share: '0.35' },
];

test.each([
  { sender: 'one by one', pacingBurst: 1 },
  { sender: 'in trains of 44', pacingBurst: 44 },
])('a pair at 1 Gb/s, $sender', ({ sender, pacingBurst }) => {
  const scenario = gigabit(10, 1.05, {
    'sources.bbr3.startSeconds': 20,
    'sources.bbr3.pacingBurst': pacingBurst,
    'run.warmupSeconds': 51,
    'run.durationSeconds': 79,
  });
  const share = measureShares({ setting: 'pair', sender, bufferProducts: 1.05, seeds: 1 }, scenario);
  expect(share.mean).toBeGreaterThan(0.3);
});

test.each([0.5, 1, 4, 20])('fifty of each at 1 Gb/s, %d products', (bufferProducts) => {
  const scenario = gigabit(21, bufferProducts, {
    'sources.bbr3.flows': 50,
    'sources.cubic.flows': 50,
    'run.warmupSeconds': 0,
    'run.durationSeconds': 60,
  });
  const share = measureShares({ setting: 'hundred', sender: 'ours', bufferProducts, seeds: 1 }, scenario);
  expect(share.mean).toBeGreaterThan(0.1);
});

afterAll(() => {
  // Not after a part of the tests.
  if (shares.length < 14 || loops.length < 24) return;
  writeBbr3Report({ published: publishedRuns, loops, shares, publishedShares });
});
