/** FRED, virtual queueing and PME + ERED, by hand, over any buffer, and against simpler policies that they become. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doubleEpd } from '../../../src/policies/cells/double-epd.ts';
import { epd } from '../../../src/policies/cells/epd.ts';
import { ered } from '../../../src/policies/cells/ered.ts';
import { fred } from '../../../src/policies/cells/fred.ts';
import { vqDepd } from '../../../src/policies/cells/vq-depd.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { anything, CellHarness, decide, type Frozen, LIMIT, RUNS } from './cell-harness.ts';

const sumOf = ({ heldOf }: Frozen) => heldOf.reduce((sum, cells) => sum + cells, 0);
/** With a weight of 1, the average is the content of the buffer at the last cell. */
const averageOf = (frozen: Frozen) => Math.max(0, sumOf(frozen) - 1);
const NEVER = 1_000;

describe('the average of cells', () => {
  test.each([fred, ered])(
    '$id: the average before and after a cell, and its decay while the queue is empty',
    (policy) => {
      const harness = new CellHarness(policy, { queueWeight: 0.5 }, { heldOf: [4, 0, 0] });
      // 0, 1, 2 and 3 cells were found.
      expect(harness.signal(0)).toBe(2.125);
      harness.send();
      expect(harness.signal(0)).toBe(2.5625);
      harness.send(3);
      expect(harness.signal(0)).toBe((((2.5625 + 2) / 2 + 1) / 2 + 0) / 2);
      harness.rest(3);
      const before = harness.signal(0);
      harness.offer(1);
      expect(harness.signal(0)).toBe(before / 8);
      // The same slots do not count twice; a dropped frame leaves the average alone.
      harness.offer(2);
      harness.admit(2, true);
      expect(harness.signal(0)).toBe(before / 8);
    },
  );
});

describe('FRED', () => {
  const VALUES = {
    minThreshold: 50,
    maxThreshold: 100,
    maxProbability: 0.1,
    minQueue: 10,
    maxQueue: 50,
    queueWeight: 1,
  };

  test.each([
    ['a short queue', [10, 10, 10], 0, 'below'],
    ['a VC alone, at its most', [50, 0, 0], 0, 'over-max'],
    ['one cell less', [49, 0, 0], 0, 'below'],
    ['above the share of 89 / 3 cells', [40, 30, 20], 0, 'early'],
    ['below it', [40, 30, 20], 2, 'spared'],
    ['a VC that holds nothing', [45, 45, 0], 2, 'spared'],
    ['a long queue', [49, 30, 30], 1, 'above'],
    ['a long queue, twice the share of 20 cells', [40, 20, 20, 20, 1], 0, 'above'],
    ['a long queue, above twice the share', [49, 20, 20, 10, 2], 0, 'over-twice'],
  ])('%s: %j, VC %i: %s', (_name, heldOf, vc, reason) => {
    expect(decide(fred, VALUES, { heldOf, draw: 0 }, vc, false)).toBe(reason);
  });

  test('the drop probability: (89 - 50) / (100 - 50) of 0.1, spread over the frames since the last drop', () => {
    const harness = new CellHarness(fred, VALUES, { heldOf: [40, 30, 20] }).draw(0.5);
    expect(harness.admit(0, false)).toBe('passed');
    expect(harness.operand('share')).toBeCloseTo(89 / 3, 12);
    expect(harness.operand('probability')).toBeCloseTo(0.078, 12);
    expect(harness.operand('draw')).toBe(0.5);
    // 0.078 / (1 - 10 x 0.078) is 0.35, with 11 it is 0.55. Frames that are not dropped count too.
    for (let frame = 1; frame <= 10; frame++)
      expect(harness.admit(frame % 2 === 0 ? 0 : 2, false)).toMatch(/passed|spared/);
    expect(harness.admit(0, false)).toBe('early');
    expect(harness.operand('probability')).toBeCloseTo(0.078 / (1 - 11 * 0.078), 12);
    expect(harness.admit(0, false)).toBe('passed');
    expect(harness.operand('probability')).toBeCloseTo(0.078 / (1 - 0.078), 12);
  });

  test('two strikes limit a VC to its share until it has no cells in the buffer', () => {
    const harness = new CellHarness(fred, VALUES, { heldOf: [50, 10, 0] });
    expect(harness.admit(0, false)).toBe('over-max');
    harness.send();
    // 49 cells of a share of 29.5: one strike is forgiven.
    expect(harness.admit(0, false)).toMatch(/passed|early/);
    harness.take(0);
    expect(harness.admit(0, false)).toBe('over-max');
    expect(harness.operand('strikes')).toBe(1);
    harness.send(30);
    expect(harness.host.heldOf[0]).toBe(20);
    expect(harness.admit(0, false)).toBe('struck');
    expect(harness.operand('strikes')).toBe(2);
    harness.send(10);
    expect([...harness.host.heldOf]).toEqual([10, 10, 0]);
    expect(harness.admit(0, false)).toBe('struck');
    // 9 cells of a share of 9.5.
    harness.send();
    expect(harness.admit(0, false)).toBe('below');
    harness.send(19);
    harness.take(0, 49);
    expect(harness.admit(0, false)).toBe('below');
  });

  test('its decision table, over any buffer', () => {
    fc.assert(
      fc.property(anything, fc.nat(2), fc.boolean(), (frozen, vc, tagged) => {
        const average = averageOf(frozen);
        const ofVc = frozen.heldOf[vc] as number;
        const share = Math.max(1, average / Math.max(1, frozen.heldOf.filter((cells) => cells > 0).length));
        const allowed =
          ofVc >= 50
            ? ['over-max']
            : average < 50
              ? ['below']
              : average >= 100
                ? [ofVc > 2 * share ? 'over-twice' : 'above']
                : ofVc < Math.max(10, share)
                  ? ['spared']
                  : ['passed', 'early'];
        expect(allowed).toContain(decide(fred, VALUES, frozen, vc, tagged));
      }),
      RUNS,
    );
  });

  test('when no VC holds enough to be chosen, it is EPD at max_th', () => {
    fc.assert(
      fc.property(anything, fc.nat(2), fc.integer({ min: 1, max: LIMIT }), (frozen, vc, maxThreshold) => {
        const values = { ...VALUES, minThreshold: 0, maxThreshold, minQueue: NEVER, maxQueue: NEVER };
        const own = decide(fred, values, frozen, vc, false)
          .replace(/spared/, 'below')
          .replace(/over-twice/, 'above');
        expect(own).toBe(decide(epd, { threshold: maxThreshold }, frozen, vc, false));
      }),
      RUNS,
    );
  });
});

describe('virtual queueing with dynamic EPD', () => {
  test('by hand: the buffer sends two cells of VC 1, of which one counts for VC 2', () => {
    const harness = new CellHarness(vqDepd, { threshold: 5 }, { heldOf: [6, 2, 0] });
    harness.send(2);
    expect([...harness.host.heldOf]).toEqual([4, 2, 0]);
    // 5 and 1 virtually, of 5 / 2 each; a third VC makes it 5 / 3.
    expect(harness.admit(0, false)).toBe('over-share');
    expect(harness.operand('virtual')).toBe(5);
    expect(harness.operand('allowed')).toBe(2.5);
    expect(harness.admit(1, false)).toBe('below');
    expect(harness.operand('virtual')).toBe(1);
    expect(harness.admit(2, false)).toBe('below');
    expect(harness.operand('allowed')).toBeCloseTo(5 / 3, 12);
    expect(harness.signal(0)).toBe(2.5);
    // At R itself nothing is dropped.
    harness.send();
    expect(harness.admit(0, false)).toBe('below');
  });

  test('up to R none is dropped; above it always one at least, and never one within its share', () => {
    fc.assert(
      fc.property(anything, fc.nat(60), fc.nat(LIMIT), (frozen, leaving, threshold) => {
        const harness = new CellHarness(vqDepd, { threshold }, frozen);
        harness.send(Math.min(leaving, harness.host.heldCells));
        const { heldCells } = harness.host;
        const refused = [0, 1, 2].filter((vc) => {
          const reason = harness.admit(vc, false);
          expect(reason === 'over-share').toBe(
            heldCells > threshold && harness.operand('virtual') > harness.operand('allowed'),
          );
          return reason === 'over-share';
        });
        expect(refused.length > 0).toBe(heldCells > threshold);
      }),
      RUNS,
    );
  });

  test('of one VC, or with R at the buffer, it is EPD at R', () => {
    fc.assert(
      fc.property(anything, fc.nat(2), fc.nat(LIMIT), (frozen, vc, threshold) => {
        const alone = { heldOf: [sumOf(frozen)] };
        const same = (reason: string) => reason.replace('over-share', 'above');
        expect(same(decide(vqDepd, { threshold }, alone, 0, false))).toBe(decide(epd, { threshold }, alone, 0, false));
        expect(same(decide(vqDepd, { threshold: LIMIT }, frozen, vc, false))).toBe(
          decide(epd, { threshold: LIMIT }, frozen, vc, false),
        );
      }),
      RUNS,
    );
  });
});

describe('PME + ERED', () => {
  const VALUES = {
    minThreshold: 20,
    maxThreshold: 60,
    maxProbability: 0.5,
    minUntagged: 80,
    maxUntagged: 160,
    untaggedProbability: 0.1,
    queueWeight: 1,
  };

  test.each([
    [20, 'tagged-below', 'untagged-below'],
    [21, 'tagged-passed', 'untagged-below'],
    [41, 'tagged-early', 'untagged-below'],
    [60, 'tagged-early', 'untagged-below'],
    [61, 'tagged-above', 'untagged-below'],
    [81, 'tagged-above', 'untagged-passed'],
    [160, 'tagged-above', 'untagged-passed'],
    [161, 'tagged-above', 'untagged-above'],
  ])('%i cells: %s, %s at a draw of 0.2', (cells, tagged, untagged) => {
    const frozen = { heldOf: [cells], draw: 0.2 };
    expect(decide(ered, VALUES, frozen, 0, true)).toBe(tagged);
    expect(decide(ered, VALUES, frozen, 0, false)).toBe(untagged);
  });

  test('drops as often as its probabilities say: half of 0.5, half of 0.1', () => {
    const middle = (cells: number, tagged: boolean, draw: number) =>
      decide(ered, VALUES, { heldOf: [cells], draw }, 0, tagged);
    expect(middle(41, true, 0.2499)).toBe('tagged-early');
    expect(middle(41, true, 0.25)).toBe('tagged-passed');
    expect(middle(121, false, 0.0499)).toBe('untagged-early');
    expect(middle(121, false, 0.0501)).toBe('untagged-passed');
  });

  test('each kind is spread on its own, and anew below its thresholds', () => {
    const harness = new CellHarness(ered, { ...VALUES, minUntagged: 20, maxUntagged: 60 }, { heldOf: [41] }).draw(0.9);
    expect(harness.admit(0, true)).toBe('tagged-passed');
    for (let frame = 0; frame < 4; frame++) expect(harness.admit(0, false)).toBe('untagged-passed');
    expect(harness.admit(0, true)).toBe('tagged-passed');
    expect(harness.operand('probability')).toBeCloseTo(0.25 / (1 - 0.25), 12);
    harness.send(22);
    expect(harness.admit(0, true)).toBe('tagged-below');
    harness.take(0, 22);
    expect(harness.admit(0, true)).toBe('tagged-passed');
    expect(harness.operand('probability')).toBe(0.25);
  });

  test('its decision table, over any buffer', () => {
    fc.assert(
      fc.property(anything, fc.nat(2), fc.boolean(), (frozen, vc, tagged) => {
        const average = averageOf(frozen);
        const [kind, low, high] = tagged ? ['tagged', 20, 60] : ['untagged', 80, 160];
        const outcome = average < low ? 'below' : average >= high ? 'above' : '(passed|early)';
        expect(decide(ered, VALUES, frozen, vc, tagged)).toMatch(new RegExp(`^${kind}-${outcome}$`));
      }),
      RUNS,
    );
  });

  test('with the same thresholds for both, a tag changes nothing', () => {
    const same = { ...VALUES, minUntagged: 20, maxUntagged: 60, untaggedProbability: 0.5 };
    fc.assert(
      fc.property(anything, fc.nat(2), (frozen, vc) => {
        const [tagged, untagged] = [true, false].map((tag) => decide(ered, same, frozen, vc, tag));
        expect(`un${tagged}`).toBe(untagged);
      }),
      RUNS,
    );
  });

  test('without its probabilities it is double EPD at the upper thresholds', () => {
    fc.assert(
      fc.property(anything, fc.nat(2), fc.boolean(), (frozen, vc, tagged) => {
        const own = decide(ered, { ...VALUES, maxProbability: 0, untaggedProbability: 0 }, frozen, vc, tagged);
        const other = decide(doubleEpd, { lowThreshold: 60, highThreshold: 160 }, frozen, vc, tagged);
        expect(/above/.test(own)).toBe(other !== 'below');
      }),
      RUNS,
    );
  });

  test('new values hold from the next frame on', () => {
    const harness = new CellHarness(ered, VALUES, { heldOf: [41] }).draw(0.9);
    expect(harness.admit(0, false)).toBe('untagged-below');
    harness.policy.configure({ ...VALUES, minUntagged: 10, maxUntagged: 30 });
    expect(harness.admit(0, false)).toBe('untagged-above');
  });
});

describe('the table of Goyal et al.', () => {
  test.each([
    ['epd', 'single', 'single', 'static', 'deterministic', false],
    ['ppd', 'single', 'single', 'static', 'deterministic', false],
    ['red', 'single', 'single', 'static', 'probabilistic', false],
    ['fred', 'multiple', 'single', 'dynamic', 'probabilistic', false],
    ['selective-drop', 'multiple', 'single', 'dynamic', 'deterministic', false],
    ['fba', 'multiple', 'single', 'dynamic', 'deterministic', false],
    ['vq-depd', 'multiple', 'single', 'dynamic', 'deterministic', false],
    ['ered', 'multiple', 'multiple', 'static', 'probabilistic', true],
    ['dfba', 'multiple', 'multiple', 'dynamic', 'probabilistic', true],
    ['double-epd', 'single', 'multiple', 'static', 'deterministic', true],
  ])('%s: %s accounting, %s thresholds, %s, %s, tag sensitive: %s', (id, ...row) => {
    const { accounting, thresholds, threshold, drop, tagSensitive } = findPolicy(id)?.taxonomy ?? {};
    expect([accounting, thresholds, threshold, drop, tagSensitive]).toEqual(row);
  });
});
