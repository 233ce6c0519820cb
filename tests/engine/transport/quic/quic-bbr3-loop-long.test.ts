/**
 * BBRv3 over QUIC in the loop, beside a run of a published program (noq-proto 1.4.0) on the same links, from the first
 * packet on: with its rules, and with those of the draft. docs/BBR3.md tells the causes of the differences.
 */
import { expect, test } from 'vitest';
import { tolerances } from '../../../../src/papers/tolerances.ts';
import { openLoop, publishedRuns, runLoop } from '../../../golden/bbr3-loop.ts';

/** With the queue of a probe. */
const ROUND_TRIP_MS = 60;
const { clean, shallow, small } = publishedRuns;

test.each([
  { name: 'clean', published: clean },
  { name: 'shallow', published: shallow },
  { name: 'small', published: small },
])('$name: as the program by its rules, and near it by those of the draft', ({ published }) => {
  const near = runLoop(published, 1);
  expect(Math.abs(near.used - published.used)).toBeLessThan(tolerances.quicBbr3Used.value);
  expect(Math.abs(near.held - published.held)).toBeLessThan(tolerances.bbr3Waiting.value);
  const { used, held, lost } = runLoop(published, 1, { bbr3Rules: 'noq' });
  expect(Math.abs(used - published.used)).toBeLessThan(tolerances.noqBbr3Used.value);
  expect(Math.abs(held - published.held)).toBeLessThan(tolerances.noqBbr3Held.value);
  expect(Math.abs(lost - published.lost)).toBeLessThan(tolerances.noqBbr3Lost.value);
});

test('each phase begins within a round trip of that of the published program', () => {
  const published = [
    ...([2_080.5, 2_121.8, 2_265] as const),
    ...([3_743.4, 3_785.5, 3_917.8] as const),
    ...([5_041.8] as const),
    ...([6_723.1, 6_764.3, 6_897.8] as const),
    ...([8_475.2, 8_516.2, 8_654.2] as const),
  ];
  const phases = ['probeRefill', 'probeUp', 'probeDown', 'probeRtt'];
  const run = openLoop(clean, 1);
  const beginsMs: number[] = [];
  let last = '';
  for (let ms = 1_000; ms < 10_000; ms++) {
    run.advance(ms * 1e6);
    const phase = run.network.senderOf(0)?.phase ?? '';
    if (phase !== last && phases.includes(phase)) beginsMs.push(ms);
    last = phase;
  }
  expect(beginsMs).toHaveLength(published.length);
  for (const [index, ms] of published.entries())
    expect(Math.abs((beginsMs[index] ?? 0) - ms)).toBeLessThan(ROUND_TRIP_MS);
});
