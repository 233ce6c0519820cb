/** ABE by Duplicate Scheduling with Deadlines: the draft's examples, and rules for any traffic. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ParameterValue } from '../../../src/params/schema.ts';
import { abeDsd } from '../../../src/policies/packets/abe-dsd.ts';
import { fcfsThreshold } from '../../../src/policies/packets/fcfs-threshold.ts';
import { flatBe } from '../../../src/policies/packets/flat-be.ts';
import { amount } from '../../amount.ts';
import { type Arrival, playTrace, type Trace, type TraceOptions } from '../trace-run.ts';

/** In packet time: B1@0 is blue packet 1 at slot 0. A slot is as long as a packet takes. */
function inSlots(text: string, bytes = 8): Arrival[] {
  return text.split(' ').map((item) => {
    const [name, slot] = item.split('@') as [string, string];
    return { name, at: (Number(slot) + 1) * bytes, bytes, green: name.startsWith('G') };
  });
}

/** The packet that leaves in each slot, from slot 0 on. */
function order({ started }: Trace): string {
  return [...started.keys()].slice(1).join(' ');
}

/** Appendix A, with a filler F that is being sent before slot 0. */
const APPENDIX = 'F@-1 B1@-1 G1@-1 B2@-1 B3@-1 B4@-1 G2@0 B5@0 B6@0 B7@3 G3@4 B8@4 B9@4 G4@5';
const MS_A_SLOT = 8;

function appendix(values: Record<string, ParameterValue>): Trace {
  return playTrace(inSlots(APPENDIX), {
    definition: abeDsd,
    limitBytes: 7 * 8,
    values: { greenBoundMs: 3 * MS_A_SLOT, ...values },
  });
}

describe('the appendices, packet by packet', () => {
  const G_FIRST = 'B1 G1 B2 B3 B4 G3 B5 B7 G4 B8 B9';
  const B_FIRST = 'B1 B2 G1 B3 B4 B5 B7 G3 G4 B8 B9';

  test.each([
    ['A: g = 1, late', { greenBias: 1, greenDrop: 'late' }, G_FIRST],
    ['A, section 5.1: g = 0, late', { greenBias: 0, greenDrop: 'late' }, B_FIRST],
    ['B: g = 1, early', { greenBias: 1, greenDrop: 'early' }, G_FIRST],
    ['g = 1, early, test as printed', { greenDrop: 'early', inequality: 'asPrinted' }, 'B1 G1 B2 B3 B4 G3 B5 B7 B8 B9'],
  ])('%s', (_name, values, served) => {
    expect(order(appendix(values))).toBe(served);
  });

  test('every slot is used: packet n leaves in slot n', () => {
    const { started } = appendix({ greenDrop: 'late' });
    expect([...started.values()]).toEqual(Array.from({ length: 12 }, (_, slot) => slot * 8));
  });

  test('A: B6 finds the virtual queue full, G2 waits longer than d', () => {
    const { dropped } = appendix({ greenDrop: 'late' });
    expect([...dropped]).toEqual([
      ['B6', { reason: 'full', at: 8 }],
      ['G2', { reason: 'late', at: 5 * 8 }],
    ]);
  });

  test('B: G2 fails the test on arrival', () => {
    expect([...appendix({ greenDrop: 'early' }).dropped]).toEqual([
      ['G2', { reason: 'admission', at: 8 }],
      ['B6', { reason: 'full', at: 8 }],
    ]);
  });

  test('the deadlines of the blue packets are the printed ones', () => {
    const { deadlines } = appendix({ greenDrop: 'late' });
    const printed = { B1: 0, B2: 2, B3: 3, B4: 4, B5: 6, B7: 7, B8: 9, B9: 10, G1: 2, G3: 7, G4: 8 };
    for (const [name, slot] of Object.entries(printed)) expect(deadlines.get(name), name).toBe((slot + 1) * 8);
  });
});

describe("the draft's claim of local transparency", () => {
  /** A second green packet is one too many for the virtual queue, but not for the green one. */
  const arrivals: Arrival[] = [
    { name: 'G1', at: 0, bytes: 4, green: true },
    { name: 'B1', at: 1, bytes: 4, green: false },
    { name: 'G2', at: 2, bytes: 4, green: true },
    { name: 'B2', at: 9, bytes: 4, green: false },
    { name: 'B3', at: 10, bytes: 4, green: false },
  ];
  const options = { definition: abeDsd, limitBytes: 8, values: { greenBoundMs: 8, greenDrop: 'late' } } as const;

  test('fails as printed: B2 would leave a flat router at 9, and leaves at 12', () => {
    const kept = playTrace(arrivals, { ...options, values: { ...options.values, dupRefusedGreen: 'keep' } });
    expect(playTrace(arrivals, { ...options, definition: flatBe, values: {} }).started.get('B2')).toBe(9);
    expect(kept.started.get('G2')).toBe(8);
    expect(kept.started.get('B2')).toBe(12);
  });

  test('holds when packets without a duplicate are dropped', () => {
    const mended = playTrace(arrivals, options);
    expect(mended.dropped.get('G2')?.reason).toBe('no-duplicate');
    expect(mended.started.get('B2')).toBe(9);
  });
});

/** Traffic of up to 40 packets; `sizes` in ticks. */
function traces(sizes: fc.Arbitrary<number>, gap: fc.Arbitrary<number>): fc.Arbitrary<Arrival[]> {
  const one = fc.record({ gap, bytes: sizes, green: fc.boolean() });
  return fc.array(one, { minLength: 1, maxLength: 40 }).map((items) => {
    let at = 0;
    return items.map((item, index) => {
      at += item.gap;
      return { name: `${item.green ? 'G' : 'B'}${index}`, at, bytes: item.bytes, green: item.green };
    });
  });
}

const mixedSizes = traces(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 }));
const equalSizes = traces(fc.constant(4), fc.integer({ min: 0, max: 6 }));
const slotted = traces(
  fc.constant(4),
  fc.integer({ min: 0, max: 2 }).map((slots) => 4 * slots),
);
const anyTrace = fc.oneof(mixedSizes, equalSizes, slotted);
const limits = fc.integer({ min: 9, max: 60 });
const bounds = fc.integer({ min: 1, max: 40 });
const slots = fc.integer({ min: 1, max: 10 }).map((count) => 4 * count);
const biases = fc.constantFrom(0, 0.3, 0.5, 1);
const RUNS = { numRuns: amount(3_000, 10_000), seed: 1 };

function isGreen(name: string): boolean {
  return name.startsWith('G');
}

/** Serial order within each colour. */
function inOrder(names: readonly string[]): boolean {
  const places = names.map((name) => Number(name.slice(1)));
  return places.every((place, index) => index === 0 || place > (places[index - 1] as number));
}

describe('local transparency, over random traces', () => {
  test('with the fix: blue leaves no later than in the flat router, and is dropped only if it is dropped there; green waits at most d', () => {
    const drops = fc.constantFrom('early', 'late');
    fc.assert(
      fc.property(anyTrace, limits, bounds, biases, drops, (arrivals, limitBytes, bound, greenBias, greenDrop) => {
        const own = playTrace(arrivals, {
          definition: abeDsd,
          limitBytes,
          values: { greenBoundMs: bound, greenBias, greenDrop },
        });
        const twin = playTrace(arrivals, { definition: flatBe, limitBytes });
        for (const { name, at } of arrivals) {
          const started = own.started.get(name);
          if (isGreen(name)) {
            if (started !== undefined && started - at > bound) throw new Error(`${name} waits ${started - at}`);
          } else if (own.dropped.has(name) !== twin.dropped.has(name))
            throw new Error(`${name} is lost in one of them`);
          else if (started !== undefined && started > (twin.started.get(name) as number))
            throw new Error(`${name} leaves at ${started}, not ${twin.started.get(name)}`);
          else if (started !== undefined && own.deadlines.get(name) !== twin.started.get(name))
            throw new Error(`the deadline of ${name} is not when it leaves the twin`);
        }
        if (own.mostBytes > limitBytes) throw new Error(`holds ${own.mostBytes} of ${limitBytes}`);
        const names = [...own.started.keys()];
        if (!inOrder(names.filter(isGreen)) || !inOrder(names.filter((name) => !isGreen(name))))
          throw new Error('a colour is out of order');
        if (own.started.size + own.dropped.size !== arrivals.length) throw new Error('packets are missing');
      }),
      RUNS,
    );
  }, 120_000);

  test('with the fix, g = 1 and the residual counted, no packet that passes the test is late', () => {
    fc.assert(
      fc.property(anyTrace, limits, bounds, (arrivals, limitBytes, greenBoundMs) => {
        const { dropped } = playTrace(arrivals, { definition: abeDsd, limitBytes, values: { greenBoundMs } });
        if ([...dropped.values()].some(({ reason }) => reason === 'late')) throw new Error('late after the test');
      }),
      RUNS,
    );
  }, 120_000);

  test('in slots, early and late drop serve the same packets', () => {
    fc.assert(
      fc.property(slotted, limits, slots, (arrivals, limitBytes, greenBoundMs) => {
        const served = (greenDrop: string) =>
          playTrace(arrivals, { definition: abeDsd, limitBytes, values: { greenBoundMs, greenDrop } }).started;
        expect([...served('early')]).toEqual([...served('late')]);
      }),
      { numRuns: amount(1_000, 3_000), seed: 1 },
    );
  });

  test('as printed, blue is late in some traces, but by less than the longest green packet takes', () => {
    let late = 0;
    fc.assert(
      fc.property(anyTrace, limits, bounds, (arrivals, limitBytes, greenBoundMs) => {
        const options: TraceOptions = { definition: abeDsd, limitBytes };
        const values = { greenBoundMs, greenDrop: 'late', dupRefusedGreen: 'keep' };
        const own = playTrace(arrivals, { ...options, values });
        const twin = playTrace(arrivals, { ...options, definition: flatBe });
        const longest = Math.max(0, ...arrivals.filter(({ green }) => green).map(({ bytes }) => bytes));
        let worst = 0;
        for (const [name, started] of own.started) {
          if (isGreen(name)) continue;
          worst = Math.max(worst, started - (twin.started.get(name) as number));
        }
        if (worst > 0) late++;
        if (worst > 0 && worst >= longest) throw new Error(`late by ${worst}, green takes ${longest}`);
      }),
      RUNS,
    );
    expect(late).toBeGreaterThan(RUNS.numRuns / 100);
  }, 120_000);
});

describe('twins', () => {
  const asFlat = (green: boolean, values: Record<string, ParameterValue>) =>
    fc.assert(
      fc.property(anyTrace, limits, (arrivals, limitBytes) => {
        const oneColour = arrivals.map((arrival) => ({ ...arrival, green }));
        const own = playTrace(oneColour, { definition: abeDsd, limitBytes, values });
        expect([...own.started]).toEqual([...playTrace(oneColour, { definition: flatBe, limitBytes }).started]);
      }),
      { numRuns: 1_000, seed: 1 },
    );

  test('all blue is a flat router', () => asFlat(false, {}));
  test('all green with d above the whole buffer is a flat router', () => asFlat(true, { greenBoundMs: 1_000 }));

  test('RED on the virtual queue refuses blue as RED in a flat router does', () => {
    const values = { management: 'red', minThreshold: 1, maxThreshold: 3, maxProbability: 1, queueWeight: 0.9 };
    let early = 0;
    fc.assert(
      fc.property(anyTrace, limits, fc.integer({ min: 1, max: 1_000 }), (arrivals, limitBytes, seed) => {
        const options = { limitBytes, seed };
        // With g = 1 all bias draws pass: only RED's choose, and they come in the order of arrivals.
        const own = playTrace(
          arrivals.map((arrival) => ({ ...arrival, green: false })),
          { ...options, definition: abeDsd, values },
        );
        const twin = playTrace(
          arrivals.map((arrival) => ({ ...arrival, green: false })),
          { ...options, definition: flatBe, values },
        );
        expect([...own.dropped]).toEqual([...twin.dropped]);
        early += [...own.dropped.values()].filter(({ reason }) => reason === 'early').length;
      }),
      { numRuns: 1_000, seed: 1 },
    );
    expect(early).toBeGreaterThan(100);
  });
});

describe('the test for the byte limit', () => {
  test('ignores packet sizes as in dummynet: packets are taken while the queue is not over the limit', () => {
    const arrivals = [4, 4, 4, 1].map((bytes, index) => ({ name: `B${index}`, at: 0, bytes, green: false }));
    const dropped = (byteLimitTest: string) => [
      ...playTrace(arrivals, { definition: flatBe, limitBytes: 10, values: { byteLimitTest } }).dropped.keys(),
    ];
    expect(dropped('fits')).toEqual(['B2']);
    expect(dropped('sizeBlind')).toEqual(['B3']);
  });
});

describe('FCFS with a threshold', () => {
  test('green is refused when the packets before it take longer than d', () => {
    const { started, dropped } = playTrace(inSlots('B1@0 B2@0 G1@0 B3@1 G2@1 G3@2'), {
      definition: fcfsThreshold,
      values: { greenBoundMs: 2 * MS_A_SLOT },
      limitBytes: 800,
    });
    expect([...started.keys()].join(' ')).toBe('B1 B2 G1 B3 G3');
    expect(dropped.get('G2')?.reason).toBe('too-long');
  });

  test('is FIFO, and green waits at most d', () => {
    fc.assert(
      fc.property(anyTrace, limits, bounds, (arrivals, limitBytes, greenBoundMs) => {
        const { started } = playTrace(arrivals, { definition: fcfsThreshold, limitBytes, values: { greenBoundMs } });
        expect(inOrder([...started.keys()])).toBe(true);
        for (const { name, at } of arrivals)
          if (isGreen(name) && started.has(name))
            expect((started.get(name) as number) - at).toBeLessThanOrEqual(greenBoundMs);
      }),
      { numRuns: 1_000, seed: 1 },
    );
  });
});
