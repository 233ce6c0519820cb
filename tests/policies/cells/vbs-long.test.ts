/** VBS, part by part: the emulated round robin, the rate estimator, the state machine, the drop decision. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ParameterValue } from '../../../src/params/schema.ts';
import { EmulatedRoundRobin } from '../../../src/policies/cells/mechanisms/emulated-round-robin.ts';
import { SlidingWindowRate } from '../../../src/policies/cells/mechanisms/sliding-window-rate.ts';
import { nextState, vbs } from '../../../src/policies/cells/vbs.ts';
import { CellHarness } from './cell-harness.ts';

describe('the emulated round robin', () => {
  const WEIGHTS = [1, 2, 3, 4, 5];

  test('with all VCs backlogged serves each by its weight, in the order of Hu & Jan’s list', () => {
    const robin = new EmulatedRoundRobin(WEIGHTS);
    for (let cell = 0; cell < 40; cell++) for (let vc = 0; vc < 5; vc++) robin.onTaken(vc);
    const round = () => Array.from({ length: 15 }, () => robin.onSent() + 1).join(' ');
    // The first round began with the first cells, in which VC 1 came before all others.
    expect(round().split(' ').sort().join('')).toBe('122333444455555');
    expect(round()).toBe('1 2 3 4 5 2 3 4 5 3 4 5 4 5 5');
    expect(round()).toBe('1 2 3 4 5 2 3 4 5 3 4 5 4 5 5');
  });

  test('a VC alone gets every turn', () => {
    const robin = new EmulatedRoundRobin(WEIGHTS);
    for (let cell = 0; cell < 20; cell++) robin.onTaken(0);
    for (let cell = 0; cell < 20; cell++) expect(robin.onSent()).toBe(0);
    expect(robin.virtualCells[0]).toBe(0);
  });

  test('its sums hold after every cell of any traffic', () => {
    const step = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(-1));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), (steps) => {
        const robin = new EmulatedRoundRobin(WEIGHTS);
        let held = 0;
        for (const vc of steps) {
          if (vc >= 0) {
            robin.onTaken(vc);
            held++;
          } else if (held > 0) {
            robin.onSent();
            held--;
          }
          const virtual = [...robin.virtualCells];
          if (virtual.some((cells) => cells < 0)) throw new Error('a VC holds less than nothing');
          if (virtual.reduce((sum, cells) => sum + cells, 0) !== held) throw new Error('virtual and real cells differ');
          if (robin.roundLeft !== robin.credit.reduce((sum, cells) => sum + cells, 0))
            throw new Error('FC is not the sum of CC');
          const eligible = virtual.flatMap((cells, index) =>
            cells > 0 && (robin.credit[index] as number) > 0 ? [index] : [],
          );
          if ([...robin.turnsAhead].sort().join() !== eligible.join())
            throw new Error('the list is not the eligible VCs');
        }
      }),
      { numRuns: 10_000, seed: 1 },
    );
  }, 60_000);
});

describe('the rate estimator', () => {
  test('by hand: 36 cells in 18 slots, then in 72', () => {
    const rate = new SlidingWindowRate(1, 36, 1_000);
    for (let cell = 1; cell <= 36; cell++) rate.onCell(cell === 36 ? 18 : 0);
    expect(rate.average).toBeCloseTo(1_036 / 1_018, 12);
    expect(rate.aggressive).toBe(rate.average);
    for (let cell = 1; cell <= 36; cell++) rate.onCell(18 + 2 * cell);
    // 0.98291 is less than the least.
    expect(rate.average).toBe(1);
    expect(rate.aggressive).toBeCloseTo(1_036 / 1_018, 12);
  });

  test('finds a constant rate above the least', () => {
    const rate = new SlidingWindowRate(1, 36, 1_000);
    for (let cell = 1; cell <= 200_000; cell++) rate.onCell(Math.floor(cell / 2.5));
    expect(rate.average).toBeCloseTo(2.5, 2);
  });

  test('the aggressive estimate is never below the average, and the average is never below the least estimate', () => {
    const spans = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(spans, (list) => {
        const rate = new SlidingWindowRate(1, 4, 100);
        let slot = 0;
        for (const span of list) {
          slot += span;
          for (let cell = 0; cell < 4; cell++) rate.onCell(slot);
          if (rate.average < 1 || rate.aggressive < rate.average - 1e-12)
            throw new Error(`${rate.average} ${rate.aggressive}`);
        }
      }),
      { numRuns: 10_000, seed: 1 },
    );
  });
});

describe('the state machine', () => {
  const of = {
    heldCells: 50,
    highThreshold: 100,
    middleThreshold: 80,
    virtualCells: 10,
    threshold: 40,
    scaledThreshold: 20,
  };

  test.each([
    ['1: below its share, light load: stays', 1, {}, 1],
    ['1: above its share', 1, { virtualCells: 20 }, 2],
    ['1: below its share, load above H', 1, { heldCells: 100 }, 3],
    ['1: both: its own action counts first', 1, { heldCells: 100, virtualCells: 20 }, 2],
    ['2: still above', 2, { virtualCells: 20 }, 2],
    ['2: below again', 2, {}, 1],
    ['3: below its share: keeps its privilege', 3, {}, 3],
    ['3: reaches its share', 3, { virtualCells: 20 }, 4],
    ['4: load below M', 4, {}, 1],
    ['4: load above M', 4, { heldCells: 80 }, 4],
    ['4: above its whole share', 4, { heldCells: 80, virtualCells: 41 }, 2],
  ])('repaired, %s', (_name, state, found, after) => {
    expect(nextState(state, 'repaired', { ...of, ...found })).toBe(after);
  });

  test.each([
    ['3: below its share: loses its privilege', 3, {}, 4],
    ['3: above it: keeps it', 3, { virtualCells: 20 }, 3],
    ['4: load above M', 4, { heldCells: 80 }, 1],
    ['4: above its whole share', 4, { virtualCells: 41 }, 2],
    ['4: neither', 4, {}, 4],
  ])('as printed, %s', (_name, state, found, after) => {
    expect(nextState(state, 'literal', { ...of, ...found })).toBe(after);
  });
});

describe('the decision', () => {
  const open = (values: Record<string, ParameterValue>) =>
    new CellHarness(vbs, values, { heldOf: [0, 0, 0], rates: [1, 2, 3], limitCells: 100 });

  test('guaranteed frames are dropped only above H; no frame is dropped below L; L <= M <= H < B', () => {
    const step = fc.record({ vc: fc.integer({ min: 0, max: 2 }), tagged: fc.boolean(), leave: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), fc.constantFrom('repaired', 'literal'), (steps, machine) => {
        const harness = open({ machine, estimateCells: 4, windowSlots: 20 });
        const signals = new Float64Array(3);
        for (const { vc, tagged, leave } of steps) {
          if (leave && harness.host.heldCells > 0) harness.send();
          harness.offer(vc);
          const held = harness.host.heldCells;
          const reason = harness.admit(vc, tagged);
          harness.policy.signals(signals);
          const [low, middle, scale] = signals as unknown as [number, number, number];
          if (!(0 <= low && low <= middle && middle <= 64 && scale >= 0 && scale <= 1))
            throw new Error(`${low} ${middle} ${scale}`);
          if (held >= 64 !== (reason === 'above')) throw new Error(`${reason} at ${held}`);
          if (held < low && reason !== 'below' && reason !== 'above') throw new Error(`${reason} below L`);
          if (!tagged && reason !== 'above' && reason !== 'below' && reason !== 'guaranteed') throw new Error(reason);
          if (!['above', 'over-share', 'lost-privilege'].includes(reason) && held < 100) harness.take(vc);
        }
      }),
      { numRuns: 3_000, seed: 1 },
    );
  }, 60_000);

  test('without tagged frames it is EPD at H', () => {
    const harness = open({});
    for (let cell = 0; cell < 64; cell++) {
      expect(harness.admit(cell % 3, false)).not.toBe('above');
      harness.take(cell % 3);
    }
    expect(harness.admit(0, false)).toBe('above');
  });
});
