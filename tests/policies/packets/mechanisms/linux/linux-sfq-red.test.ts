/**
 * RED inside SFQ of Linux: the kernel's own functions, called outside of a kernel with given random words
 * (golden/fixtures/README.md), and traces worked by hand.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Arrivals } from '../../../../../src/engine/time-lists/arrivals.ts';
import type { ParameterValue } from '../../../../../src/params/schema.ts';
import { sfq } from '../../../../../src/policies/packets/sfq.ts';
import { loggedVerdicts } from '../../ns3-logs.ts';

interface StoredArrivals {
  readonly rateBps: number;
  readonly gapNs: readonly number[];
  readonly flow: readonly number[];
  readonly bytes: readonly number[];
  readonly ect: string;
  readonly words: readonly number[];
}

interface StoredRun {
  readonly arrivals: string;
  readonly name: string;
  readonly values: Readonly<Record<string, ParameterValue>>;
  readonly verdicts: string;
  readonly gapNs: readonly number[];
}

const fixture = JSON.parse(
  gunzipSync(readFileSync(new URL('../../../../golden/fixtures/linux-sfq-red.json.gz', import.meta.url))).toString(),
) as { arrivals: Record<string, StoredArrivals>; runs: StoredRun[] };

function sums(gaps: readonly number[]): Float64Array {
  let sum = 0;
  return Float64Array.from(gaps, (gap) => {
    sum += gap;
    return sum;
  });
}

function arrivalsOf({ gapNs, flow, bytes, ect, words }: Omit<StoredArrivals, 'rateBps'>): Arrivals {
  return {
    count: gapNs.length,
    timeNs: sums(gapNs),
    flow: Int32Array.from(flow),
    bytes: Int32Array.from(bytes),
    ect: Uint8Array.from(ect, Number),
    draws: Float64Array.from(words, (word) => word / 2 ** 32),
    classIndex: new Uint8Array(gapNs.length),
    classes: ['all'],
  };
}

describe('the functions of the kernel', () => {
  test.each(fixture.runs)('$arrivals $name', ({ arrivals, values, verdicts, gapNs }) => {
    const stored = fixture.arrivals[arrivals] as StoredArrivals;
    const given = { ...values, variant: 'linux', hash: 'number' };
    const ours = loggedVerdicts(sfq, arrivalsOf(stored), given, { rateBps: stored.rateBps });
    const times = sums(gapNs);
    const rows = ours.map(({ verdict, timeNs }) => `${verdict} ${timeNs}`);
    // What is refused on arrival has the time of its arrival in the kernel's log.
    const refused = sums(stored.gapNs);
    expect(rows.map((row, index) => (ours[index]?.verdict === 'L' ? `L ${refused[index]}` : row))).toEqual(
      Array.from(verdicts, (letter, index) => `${letter} ${times[index]}`),
    );
  });
});

describe('by hand', () => {
  const settings = {
    ...{ variant: 'linux', hash: 'number', quantumBytes: 1500, redMinBytes: 1000, redMaxBytes: 3000 },
    ...{ redQueueWeight: 0.5, redMaxProbability: 0.5 },
  };
  /** All at 0, of one flow and 1000 bytes. The word of each packet is the middle of its range. */
  const play = (ect: string, given: Readonly<Record<string, ParameterValue>>) => {
    const count = ect.length;
    const list = {
      ...{ gapNs: new Array<number>(count).fill(0), flow: new Array<number>(count).fill(0) },
      ...{ bytes: new Array<number>(count).fill(1000), words: new Array<number>(count).fill(2 ** 31), ect },
    };
    const link = { rateBps: 8e6 };
    return loggedVerdicts(sfq, arrivalsOf(list), { ...settings, ...given }, link)
      .map(({ verdict }) => verdict)
      .join('');
  };

  // Packet 0 is sent at once, and 1 finds its queue empty: not judged, average 0. With the weight 1/2, the average is
  // half of itself and half of what waits, before each packet: packet 2: 500 (1 waits), below min. 3: 250 + 1000 =
  // 1250: R is drawn, 2000 / 0.5 * 0.5 = 2000. 4: 625 + 1500 = 2125: 1 * 1125 < 2000. 5: 1062.5 + 2000 = 3062.5: at
  // least max, dropped. The queue stays: 6: 1531.25 + 2000 = 3531, dropped.
  test('below min, R drawn, not due, above max', () => {
    expect(play('0000000', {})).toBe('QQQQQLL');
    // At the head: the packets that arrive take the places of 1 and 2.
    expect(play('0000000', { headdrop: true })).toBe('QOOQQQQ');
  });

  test('ecn marks what is ECN-capable, and drops the others', () => {
    expect(play('0000010', { ecn: true })).toBe('QQQQQML');
    expect(play('0000010', { ecn: true, harddrop: true })).toBe('QQQQQLL');
  });

  // At the head: packet 5 marks packet 1 if that can be marked. If not, it is marked itself, and what cannot be marked
  // either throws packet 1 out.
  test('with a drop at the head, the oldest packet gets the mark', () => {
    expect(play('010000', { ecn: true, headdrop: true })).toBe('QMQQQQ');
    expect(play('000001', { ecn: true, headdrop: true })).toBe('QQQQQM');
    expect(play('000000', { ecn: true, headdrop: true })).toBe('QOQQQQ');
  });

  // With max 9000: 5: 3062.5, n = 2: 2 * 2062 = 4124 < R = 8000 / 0.5 * 0.5 = 8000. 6: 1531.25 + 2500 = 4031: 3 * 3031
  // = 9093: due. Then n begins at 0 and R is 8000 again. 7: 2015.6 + 2500 = 4515: 1 * 3515. 8: 2257.8 + 3000 = 5257: 2
  // * 4257 = 8514: due.
  test('due: n times the excess reaches R', () => {
    expect(play('000000000', { redMaxBytes: 9000 })).toBe('QQQQQQLQL');
  });
});
