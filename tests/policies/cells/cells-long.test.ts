/** Policies for cells: DFBA's probability worked by hand, and every decision table over frozen buffers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveValues } from '../../../src/params/schema.ts';
import { dfba, dropProbability } from '../../../src/policies/cells/dfba.ts';
import { doubleEpd } from '../../../src/policies/cells/double-epd.ts';
import { epd } from '../../../src/policies/cells/epd.ts';
import { fba } from '../../../src/policies/cells/fba.ts';
import { ppd } from '../../../src/policies/cells/ppd.ts';
import { selectiveDrop } from '../../../src/policies/cells/selective-drop.ts';
import { tailCells } from '../../../src/policies/cells/tail-cells.ts';
import { anything, decide, LIMIT, RUNS } from './cell-harness.ts';

const THRESHOLDS = { lowThreshold: 100, highThreshold: 160 };

describe('DFBA', () => {
  const values = { lowThreshold: 100, highThreshold: 200, alpha: 0.5 };

  test.each([
    [150, 30, 0],
    [150, 90, 0.5],
    [150, 150, 0.75],
    [200, 200, 1],
  ])('by hand, W_i / W = 0.2, Z = 1: X = %i, X_i = %i gives P = %d', (held, ofVc, probability) => {
    expect(dropProbability(held, ofVc, 0.2, 1, values)).toBeCloseTo(probability, 12);
  });

  test('a VC that is alone cannot exceed its share', () => {
    expect(dropProbability(150, 150, 1, 1, values)).toBe(0);
  });

  test('its decision table, over any buffer', () => {
    fc.assert(
      fc.property(anything, fc.nat(2), fc.boolean(), (frozen, vc, tagged) => {
        const held = frozen.heldOf.reduce((sum, cells) => sum + cells, 0);
        const share = (held * (frozen.rates[vc] as number)) / frozen.rates.reduce((sum, rate) => sum + rate, 0);
        const reason = decide(dfba, { ...THRESHOLDS, scale: '1' }, frozen, vc, tagged);
        const expected =
          held <= 100
            ? 'below'
            : held >= 160
              ? 'above'
              : tagged
                ? 'tagged'
                : (frozen.heldOf[vc] as number) <= share + 1e-9
                  ? 'fair'
                  : 'passed|unfair';
        expect(expected.split('|')).toContain(reason);
      }),
      RUNS,
    );
  });

  test('drops as often as its probability says', () => {
    const frozen = { heldOf: [90, 20, 20], rates: [1, 1, 1] };
    const probability = dropProbability(130, 90, 1 / 3, 1, { ...THRESHOLDS, alpha: 0.5 });
    expect(probability).toBeGreaterThan(0.3);
    expect(decide(dfba, { ...THRESHOLDS, scale: '1' }, { ...frozen, draw: probability - 1e-9 }, 0, false)).toBe(
      'unfair',
    );
    expect(decide(dfba, { ...THRESHOLDS, scale: '1' }, { ...frozen, draw: probability }, 0, false)).toBe('passed');
    // R6 and R7 of its authors: a VC with a larger guarantee gets less of the rest.
    const draw = probability * (2 / 3) + 1e-9;
    expect(decide(dfba, { ...THRESHOLDS, scale: 'unguaranteed' }, { ...frozen, draw }, 0, false)).toBe('passed');
    const squared = probability * (4 / 9) - 1e-9;
    expect(decide(dfba, { ...THRESHOLDS, scale: 'unguaranteedSquared' }, { ...frozen, draw: squared }, 0, false)).toBe(
      'unfair',
    );
  });

  test('the probability lies within [0, Z], and grows with the VC’s part at any X', () => {
    const cells = fc.integer({ min: 101, max: 199 });
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        cells,
        part,
        part,
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        part,
        (held, one, other, weight, scale) => {
          const [few, many] = [Math.min(one, other) * held, Math.max(one, other) * held];
          const low = dropProbability(held, few, weight, scale, values);
          const high = dropProbability(held, many, weight, scale, values);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(scale + 1e-12);
          expect(high).toBeGreaterThanOrEqual(low - 1e-12);
        },
      ),
      RUNS,
    );
  });

  test('with L = H it is EPD', () => {
    fc.assert(
      fc.property(anything, fc.nat(2), fc.boolean(), (frozen, vc, tagged) => {
        const held = frozen.heldOf.reduce((sum, cells) => sum + cells, 0);
        if (held === 120) return;
        const own = decide(dfba, { lowThreshold: 120, highThreshold: 120 }, frozen, vc, tagged);
        expect(own).toBe(decide(epd, { threshold: 120 }, frozen, vc, tagged));
      }),
      RUNS,
    );
  });

  test('without its probability it is double EPD', () => {
    fc.assert(
      fc.property(anything, fc.nat(2), fc.boolean(), (frozen, vc, tagged) => {
        const held = frozen.heldOf.reduce((sum, cells) => sum + cells, 0);
        if (held === 160) return;
        const own = decide(dfba, { ...THRESHOLDS, scale: '0' }, frozen, vc, tagged);
        const other = decide(doubleEpd, THRESHOLDS, frozen, vc, tagged);
        expect(own.replace(/fair|passed/, 'below')).toBe(other);
      }),
      RUNS,
    );
  });
});

describe('the simpler ones', () => {
  test('EPD drops every new frame above R', () => {
    expect(decide(epd, { threshold: 100 }, { heldOf: [50, 50, 0] }, 0, true)).toBe('below');
    expect(decide(epd, { threshold: 100 }, { heldOf: [50, 51, 0] }, 2, false)).toBe('above');
  });

  test('selective drop: X = 190, three VCs: 60 cells are 0.947 equal shares', () => {
    const frozen = { heldOf: [60, 70, 60] };
    const values = { threshold: 150, scale: 1 };
    expect(decide(selectiveDrop, values, frozen, 0, false)).toBe('below');
    expect(decide(selectiveDrop, values, frozen, 1, false)).toBe('unfair');
    expect(decide(selectiveDrop, { ...values, threshold: 190 }, frozen, 1, false)).toBe('below');
  });

  test('selective drop counts a new VC as active', () => {
    // Two of 95 each: as two VCs each has one share; a third that comes makes it one and a half.
    const values = { threshold: 150, scale: 1.2 };
    expect(decide(selectiveDrop, values, { heldOf: [95, 95, 0] }, 0, false)).toBe('below');
    expect(decide(selectiveDrop, values, { heldOf: [95, 95, 1] }, 0, false)).toBe('unfair');
    expect(decide(selectiveDrop, values, { heldOf: [95, 95, 0] }, 2, false)).toBe('below');
  });

  test('FBA: the limit falls from (B - R) / (X - R) to 1 as the buffer fills', () => {
    // R = 100, B = 200: at X = 150 twice Z, at 200 just Z.
    const values = { threshold: 100, scale: 1 };
    expect(decide(fba, values, { heldOf: [99, 30, 21] }, 0, false)).toBe('below');
    expect(decide(fba, values, { heldOf: [101, 28, 21] }, 0, false)).toBe('unfair');
    expect(decide(fba, values, { heldOf: [70, 66, 64] }, 0, false)).toBe('unfair');
    expect(decide(fba, values, { heldOf: [70, 66, 64] }, 2, false)).toBe('below');
  });

  test('FBA and selective drop with a very large Z take every frame that fits, as PPD and tail drop do', () => {
    fc.assert(
      fc.property(anything, fc.nat(2), fc.boolean(), (frozen, vc, tagged) => {
        for (const definition of [fba, selectiveDrop])
          expect(decide(definition, { scale: 10 }, frozen, vc, tagged)).toBe('below');
        for (const definition of [ppd, tailCells]) expect(decide(definition, {}, frozen, vc, tagged)).toBe('taken');
      }),
      { numRuns: 1_000, seed: 1 },
    );
  });
});

/** The lens shades the states in which the policy drops. */
describe.each([dfba, doubleEpd, epd, selectiveDrop, fba, ppd, tailCells])(
  'the rule of $name over what is in the buffer',
  (definition) => {
    const rule = definition.dropProbability;
    if (rule === undefined) throw new Error('no rule');

    test('a frame is dropped when the draw is less than its probability', () => {
      fc.assert(
        fc.property(anything, fc.nat(2), fc.boolean(), ({ heldOf, rates, draw }, vc, tagged) => {
          const heldCells = heldOf.reduce((sum, cells) => sum + cells, 0);
          const values = resolveValues(definition.parameters, {}, { rateBps: 150e6, delayMs: 5, bufferPackets: LIMIT });
          const probability = rule(
            {
              heldCells,
              heldOfVc: heldOf[vc] as number,
              limitCells: LIMIT,
              weight: (rates[vc] as number) / rates.reduce((sum, rate) => sum + rate, 0),
              activeVcs: heldOf.filter((cells, other) => cells > 0 || other === vc).length,
            },
            tagged,
            values,
          );
          const reason = decide(definition, {}, { heldOf, rates, draw }, vc, tagged);
          const { verdict } = definition.reasons.find(({ id }) => id === reason) as { verdict: string };
          expect(verdict === 'drop').toBe(draw < probability);
        }),
        RUNS,
      );
    });
  },
);
