/**
 * fq against traces worked by hand, and against the kernel's own program: sch_fq.c, compiled for user space with random
 * arrivals (tests/golden/fixtures/README.md).
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Arrivals } from '../../../src/engine/time-lists/arrivals.ts';
import { type ParameterValue, resolveValues } from '../../../src/params/schema.ts';
import { fq } from '../../../src/policies/packets/fq.ts';
import { PACKET_OUTCOMES, replayArrivals } from '../../../src/runs/replay.ts';

interface FqRun {
  readonly name: string;
  readonly values: Readonly<Record<string, ParameterValue>>;
  readonly rateBps: number;
  readonly arrivalGapNs: readonly number[];
  readonly flow: readonly number[];
  readonly bytes: readonly number[];
  readonly ect: string;
  readonly verdicts: string;
  readonly gapNs: readonly (number | null)[];
}

const { runs } = JSON.parse(
  gunzipSync(readFileSync(new URL('../../golden/fixtures/linux-fq.json.gz', import.meta.url))).toString(),
) as { readonly runs: readonly FqRun[] };

/** Times from the distances between them; null where there is none. */
function timesOf(gaps: readonly (number | null)[]): (number | null)[] {
  let timeNs = 0;
  return gaps.map((gap) => {
    timeNs += gap ?? 0;
    return gap === null ? null : timeNs;
  });
}

const LETTERS = { sent: 'Q', marked: 'M', 'dropped-enqueue': 'F', 'dropped-dequeue': 'T', 'dropped-overload': 'O' };

function play(
  arrivals: Pick<Arrivals, 'timeNs' | 'flow' | 'bytes' | 'ect'>,
  given: Readonly<Record<string, ParameterValue>>,
  rateBps: number,
): string[] {
  const count = arrivals.timeNs.length;
  const values = resolveValues(fq.parameters, given, { rateBps, delayMs: 0, bufferPackets: 1 });
  const listed = { ...arrivals, count, classIndex: new Uint8Array(count), classes: ['all'] };
  const { outcome, timeNs } = replayArrivals(listed, {
    ...{ definition: fq, values, rateBps, limitPackets: 1, seed: 1, roundsEach: true },
  });
  return Array.from(outcome, (index, at) => {
    const letter = LETTERS[PACKET_OUTCOMES[index] as keyof typeof LETTERS];
    return letter === 'F' ? 'F' : `${letter} ${timeNs[at]}`;
  });
}

test.each(runs.map((run) => [run.name, run] as const))(
  "%s: every verdict and time of the kernel's program",
  (_, run) => {
    const arrivals = {
      timeNs: Float64Array.from(timesOf(run.arrivalGapNs) as number[]),
      flow: Int32Array.from(run.flow),
      bytes: Int32Array.from(run.bytes),
      ect: Uint8Array.from(run.ect, Number),
    };
    const times = timesOf(run.gapNs);
    const expected = Array.from(run.verdicts, (letter, index) => (letter === 'F' ? 'F' : `${letter} ${times[index]}`));
    expect(play(arrivals, run.values, run.rateBps)).toEqual(expected);
  },
);

/** Packets of 1000 bytes at time 0 on 8 Mb/s, where each takes 1 ms. */
function atOnce(flows: readonly number[], values: Readonly<Record<string, ParameterValue>>): string[] {
  const { length } = flows;
  const arrivals = {
    timeNs: new Float64Array(length),
    flow: Int32Array.from(flows),
    bytes: new Int32Array(length).fill(1000),
  };
  return play({ ...arrivals, ect: new Uint8Array(length) }, values, 8e6);
}

// The first is sent at once, and eight more wait in the fast queue, whatever their flow. Then flow 0 has one packet of
// credit, and flow 1 too: they take turns.
test('nine packets pass the queues of the flows, then the flows take turns', () => {
  const sent = atOnce([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1], { quantumBytes: 1000, initialQuantumBytes: 1000 });
  expect(sent.map((text) => Number(text.slice(2)) / 1e6)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10, 12]);
});

// 1000 bytes at 1 Mb/s take 8 ms, and the timer comes 10 us late. At a low rate each packet counts. The time that is
// lost to the timer is made up for: 8 ms after 8.01 ms, less 10 us.
test('a largest rate holds also while the link is free', () => {
  const sent = atOnce([0, 0, 0], { maxRateBps: 1e6, lowRateBps: 1e6 });
  expect(sent).toEqual(['Q 0', 'Q 8010000', 'Q 16010000']);
});

// Packets of 1,500 bytes take 1 ms. b0 to b8 pass through the shared queue until 9 ms. Then B and A are new flows with
// 1,500 bytes of credit: b9 at 9 ms, a0 with 1,000 bytes at 10 ms, b10 at 10.67 ms. At 11.67 ms A has its turn among
// the old flows, is empty and rests, with 500 bytes of credit. At the next arrival this is a quantum again after more
// than 40 ms in ticks: from the tick 1 | 1 + 4 + 1 = 6 on, 60 ms, with 100 a second; 2 | 1 + 10 + 1 = 14, 56 ms, with
// 250; 11 | 1 + 40 + 1 = 52, 52 ms, with 1000. a1 has 2,900 bytes. After it, A has 1,500 - 2,900 = -1,400 or 500 -
// 2,900 = -2,400 bytes: one more quantum or two make that positive. B, whose credit is used up, needs one. So B sends a
// packet between a1 and a2 only in the second case.
test.each([
  ['100', 59.9, false],
  ['100', 60.1, true],
  ['250', 55.9, false],
  ['250', 56.1, true],
  ['1000', 51.9, false],
  ['1000', 52.1, true],
])('%s ticks per second: a flow that comes back at %d ms has a new quantum: %s', (kernelHz, backMs, hasQuantum) => {
  const list = [
    ...Array.from({ length: 100 }, () => [0, 1, 1500] as const),
    [0.5, 0, 1000] as const,
    [backMs, 0, 2900] as const,
    [backMs, 0, 1000] as const,
  ];
  const arrivals = {
    timeNs: Float64Array.from(list, ([ms]) => Math.round(ms * 1e6)),
    flow: Int32Array.from(list, ([, flow]) => flow),
    bytes: Int32Array.from(list, ([, , bytes]) => bytes),
    ect: new Uint8Array(list.length),
  };
  const values = { quantumBytes: 1500, initialQuantumBytes: 1500, kernelHz };
  const starts = play(arrivals, values, 12e6).map((verdict) => Number(verdict.split(' ')[1]) / 1e6);
  expect(starts[100]).toBe(10);
  const [first, second] = starts.slice(-2) as [number, number];
  expect(second - first).toBeCloseTo(2900 / 1500 + (hasQuantum ? 0 : 1), 5);
});
