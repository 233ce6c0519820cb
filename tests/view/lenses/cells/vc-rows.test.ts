/** The rows of VCs: shares, drop probabilities of the next frames by hand, and the drawing. */
import { beforeAll, describe, expect, test } from 'vitest';
import { VC_STRIDE, VcColumn } from '../../../../src/engine/contract/policy-tables.ts';
import type { Frame } from '../../../../src/engine/frame/frame.ts';
import { dfba } from '../../../../src/policies/cells/dfba.ts';
import { doubleEpd } from '../../../../src/policies/cells/double-epd.ts';
import { fba } from '../../../../src/policies/cells/fba.ts';
import { tailCells } from '../../../../src/policies/cells/tail-cells.ts';
import { vbs } from '../../../../src/policies/cells/vbs.ts';
import { vqDepd } from '../../../../src/policies/cells/vq-depd.ts';
import { openRun } from '../../../../src/runs/open-run.ts';
import { findPreset } from '../../../../src/scenarios/index.ts';
import { tableRows } from '../../../../src/shared/tables.ts';
import { StatesLens } from '../../../../src/view/lenses/cells/states-lens.ts';
import { nextFrames, vcCells } from '../../../../src/view/lenses/cells/vc-cells.ts';
import { VcsLens } from '../../../../src/view/lenses/cells/vcs-lens.ts';
import type { LensModel } from '../../../../src/view/lenses/lens-model.ts';
import { fakeCanvas, overlapsOf, stubBrowser, type TextBox } from '../../fake-canvas.ts';

beforeAll(stubBrowser);

type VcValues = Partial<Record<keyof typeof VcColumn, number>>;
type CellDefinition = typeof dfba;

/** A lane of R4 (6,000 cells, L = 3,000, H = 5,400; guarantees 1 : 2 : 3 : 4 : 5) with these VCs. */
function lane(
  policy: CellDefinition,
  vcs: readonly VcValues[],
  values = {},
  signals: readonly number[] = [],
): LensModel {
  const { description } = openRun({ scenario: findPreset('goyal-r4')!, policy: policy.id, seed: 1 });
  const table = new Float64Array(vcs.length * VC_STRIDE).fill(Number.NaN);
  for (const [vc, row] of vcs.entries())
    for (const [column, value] of Object.entries({ guaranteedBps: vc + 1, tagsFrames: 1, ...row }))
      table[vc * VC_STRIDE + VcColumn[column as keyof typeof VcColumn]] = value;
  const frame = { timeNs: 1e9, vcs: table, limitCells: 6_000, signals: Float64Array.of(0, ...signals) } as Frame;
  const shown = {
    frame,
    description,
    series: { rowCount: 0, at: () => Number.NaN },
    values: { lowThreshold: 3_000, highThreshold: 5_400, alpha: 0.5, scale: '1', ...values },
  };
  return {
    ...shown,
    lanes: () => [shown],
    curve: undefined,
    dropProbability: (occupancy, isTagged) => policy.dropProbability!(occupancy, isTagged, shown.values),
    decisions: () => [],
    departures: new Float64Array(),
    requestedPacket: undefined,
    focus: undefined,
    lens: description.hints.lens,
  };
}

const held = (...cells: readonly number[]) => cells.map((heldCells) => ({ heldCells }));
/**
 * 4,200 cells, half of the way from L to H. VC 1 holds twice its share of 280, and VC 4 less than its share of 1,120.
 */
const UNEVEN = held(560, 560, 840, 840, 1_400);

describe('the drop probability of the next frame', () => {
  test('DFBA by hand: VC 1 is 280 cells above its share', () => {
    const model = lane(dfba, UNEVEN);
    expect(vcCells(model).map(({ share }) => Math.round(share))).toEqual([280, 560, 840, 1_120, 1_400]);
    // 1/2 of the excess 280 of the 3,920 cells that are not its share, and 1/2 of the load 1,200 of 2,400.
    const byHand = 0.5 * (280 / 3_920) + 0.5 * (1_200 / 2_400);
    const untagged = nextFrames(model)!.map((frame) => frame.untaggedProbability);
    expect(untagged[0]).toBeCloseTo(byHand, 12);
    expect(untagged[3]).toBe(0);
    expect(nextFrames(model)!.map(({ taggedProbability }) => taggedProbability)).toEqual([1, 1, 1, 1, 1]);
  });

  test('DFBA accepts all frames below L, and none from H on', () => {
    expect(nextFrames(lane(dfba, held(3_000, 0, 0, 0, 0)))).toEqual(
      Array(5).fill({ untaggedProbability: 0, taggedProbability: 0 }),
    );
    expect(nextFrames(lane(dfba, held(5_400, 0, 0, 0, 0)))).toEqual(
      Array(5).fill({ untaggedProbability: 1, taggedProbability: 1 }),
    );
  });

  test('Double EPD treats all VCs alike: it compares them with no share', () => {
    const model = lane(doubleEpd, UNEVEN);
    expect(nextFrames(model)).toEqual(Array(5).fill({ untaggedProbability: 0, taggedProbability: 1 }));
    expect(vcCells(model).map(({ share }) => share)).toEqual(Array(5).fill(Number.NaN));
  });

  test('a policy without thresholds drops frames when the buffer is full', () => {
    expect(nextFrames(lane(tailCells, held(5_999, 0)))).toEqual(
      Array(2).fill({ untaggedProbability: 0, taggedProbability: 0 }),
    );
    expect(nextFrames(lane(tailCells, held(6_000, 0)))).toEqual(
      Array(2).fill({ untaggedProbability: 1, taggedProbability: 1 }),
    );
  });

  test('FBA: the share is equal, and an empty VC counts for itself', () => {
    const model = lane(fba, held(3_000, 1_000, 0), { threshold: 1_000, scale: 0.5 });
    expect(vcCells(model).map(({ share }) => Math.round(share))).toEqual([2_000, 2_000, 1_333]);
    // Allowed are 1/2 (1 + (6,000 - 4,000) / (4,000 - 1,000)) = 0.83 shares. VC 1 holds 1.5, and VC 2 holds 0.5.
    expect(nextFrames(model)!.map(({ untaggedProbability }) => untaggedProbability)).toEqual([1, 0, 0]);
  });

  test.each([
    ['below L', 4_000, 1, 600, [0, 0]],
    ['a VC within its share', 4_600, 1, 100, [0, 0]],
    ['a VC that comes above its share', 4_600, 1, 600, [0, 1]],
    ['a VC above its share', 4_600, 2, 600, [0, 1]],
    ['state 4 below M', 4_600, 4, 400, [0, 0]],
    ['all above H', 5_400, 1, 100, [1, 1]],
  ])('VBS, %s', (_, heldCells, state, virtualCells, [untagged, tagged]) => {
    // L = 4,500, M = 5,000, Z = 1; the share is 500 cells.
    const vc = { heldCells, virtualCells, thresholdCells: 500, state };
    const model = lane(vbs, [vc], { machine: 'repaired' }, [4_500, 5_000, 1]);
    expect(nextFrames(model)).toEqual([{ untaggedProbability: untagged, taggedProbability: tagged }]);
    expect(vcCells(model)).toEqual([{ index: 0, cells: virtualCells, realCells: heldCells, share: 500 }]);
  });

  test('VBS lowers the shares by Z: a VC at its lowered share is dropped', () => {
    const vc = (virtualCells: number) => ({ heldCells: 2_300, virtualCells, thresholdCells: 500, state: 1 });
    const model = lane(vbs, [vc(400), vc(399)], { machine: 'repaired' }, [4_500, 5_000, 0.8]);
    expect(vcCells(model).map(({ share }) => share)).toEqual([400, 400]);
    expect(nextFrames(model)!.map(({ taggedProbability }) => taggedProbability)).toEqual([1, 0]);
  });

  test('a VC whose frames are never tagged has no chance for tagged ones, as in the run of the scenario without tags', () => {
    const [tagging, plain] = [560, 560].map((heldCells, vc) => ({ heldCells, tagsFrames: 1 - vc }));
    expect(nextFrames(lane(dfba, [tagging!, plain!, ...held(3_080)]))!.map((next) => next.taggedProbability)).toEqual([
      1,
      Number.NaN,
      1,
    ]);
    for (const [preset, tags] of [
      ['goyal-r4', 0],
      ['hu-fig11', 1],
    ] as const) {
      const run = openRun({ scenario: findPreset(preset)!, policy: 'dfba', seed: 1 });
      expect(tableRows(run.frame().vcs, VC_STRIDE).map((entry) => entry(VcColumn.tagsFrames))).toEqual(
        Array(5).fill(tags),
      );
    }
  });

  test('virtual queueing compares the virtual queue with its share', () => {
    const vc = (virtualCells: number) => ({ heldCells: 1_000, virtualCells, thresholdCells: 800 });
    const model = lane(vqDepd, [vc(801), vc(800)], { threshold: 1_999 });
    expect(nextFrames(model)!.map(({ taggedProbability }) => taggedProbability)).toEqual([1, 0]);
  });
});

describe('the drawing', () => {
  const drawn = (model: LensModel, width = 504, height = 150) => {
    const canvas = fakeCanvas(width, height);
    new VcsLens(canvas.canvas).draw(model);
    return canvas;
  };

  test('a table: the cells and both chances of each VC end below the ends of their heads', () => {
    const { texts, textBoxes } = drawn(lane(dfba, UNEVEN));
    expect(texts()).toEqual(expect.arrayContaining(['1', '560', '29 %', 'chance to be dropped']));
    const boxesOf = (...wanted: string[]) => textBoxes().filter(({ text }) => wanted.includes(text));
    for (const [head, count, ...values] of [
      ['cells', 5, '560', '840', '1\u202f400'],
      ['untagged', 5, '29 %', '0 %'],
    ] as const) {
      const [headBox] = boxesOf(head);
      const column = boxesOf(...values);
      expect(column, head).toHaveLength(count);
      for (const { right, y } of column) {
        expect(right).toBe(headBox?.right);
        expect(y).toBeGreaterThan(headBox?.y ?? Number.NaN);
      }
    }
  });

  test('equal chances of all VCs stand once, in the middle of their rows and beside a bracket, and others in each row', () => {
    const { textBoxes, strokes } = drawn(lane(dfba, UNEVEN));
    const boxOf = (text: string) => textBoxes().filter((box) => box.text === text);
    const rowYs = ['1', '2', '3', '4', '5'].map((vc) => boxOf(vc)[0]!.y);
    expect(boxOf('100 %')).toEqual([]);
    expect(boxOf('all 100 %')).toHaveLength(1);
    const [head, all] = [boxOf('tagged')[0]!, boxOf('all 100 %')[0]!];
    expect(Math.abs(all.y - rowYs[2]!)).toBeLessThan(1);
    expect(overlapsOf(textBoxes())).toEqual([]);
    const brackets = strokes.filter(
      ({ what, values: [left, , width] }) => what === 'fillRect' && width === 1 && left === head.right - 1,
    );
    const [[, top = 0, , high = 0] = []] = brackets
      .map(({ values }) => values.map(Number))
      .filter(([, , , h = 0]) => h > 20);
    expect(all.right).toBeLessThan(head.right - 4);
    expect(top).toBeLessThan(rowYs[0]!);
    expect(top + high).toBeGreaterThan(rowYs[4]!);
    // Two VCs have a number each.
    expect(
      drawn(lane(dfba, held(2_000, 2_000)))
        .texts()
        .filter((text) => text === '100 %'),
    ).toHaveLength(2);
  });

  test.each([300, 504])('in %d px, where no frame is tagged, one column has the chance of any frame', (width) => {
    const untagged = UNEVEN.map((vc) => ({ ...vc, tagsFrames: 0 }));
    const { texts, textBoxes } = drawn(lane(dfba, untagged), width);
    expect(texts().filter((text) => /tagged/.test(text))).toEqual([]);
    const [head] = textBoxes().filter(({ text }) => text === 'chance to be dropped');
    const chances = textBoxes().filter(({ text }) => / %$/.test(text));
    expect(chances).toHaveLength(5);
    for (const { right, y } of chances) {
      expect(right).toBe(head?.right);
      expect(y).toBeGreaterThan(head?.y ?? Number.NaN);
    }
    expect(overlapsOf(textBoxes())).toEqual([]);
  });

  test('the numbers of cells are to the right of all bars and lines', () => {
    const { strokes, textBoxes } = drawn(lane(dfba, held(560, 560, 840, 840, 2_400)));
    const marks = strokes.flatMap(({ what, values }) =>
      what === 'rect' ? [Number(values[0]) + Number(values[2])] : what === 'lineTo' ? [Number(values[0])] : [],
    );
    const numbers = textBoxes().filter(({ text }) => /^[\d\u202f]{3,}$/.test(text));
    expect(numbers).toHaveLength(5);
    for (const { left } of numbers) expect(left).toBeGreaterThan(Math.max(...marks));
  });

  test('the key names lines only where the policy compares shares', () => {
    expect(drawn(lane(dfba, UNEVEN)).texts()).toContain('bar: cells now · line: its buffer share');
    const { texts } = drawn(lane(doubleEpd, UNEVEN));
    expect(texts()).toContain('bar: cells now');
    expect(texts().filter((text) => text.includes('line'))).toEqual([]);
  });

  test('lanes with cells of one kind have one scale', () => {
    const [few, many] = [lane(dfba, held(100, 0)), lane(doubleEpd, held(2_000, 0))];
    const barWidth = (model: LensModel) =>
      Number(drawn(model).strokes.filter(({ what }) => what === 'rect')[0]!.values[2]);
    const alone = barWidth(few);
    const beside = barWidth({ ...few, lanes: () => [few, many] });
    expect(alone).toBeGreaterThan(5 * beside);
    expect(barWidth({ ...many, lanes: () => [few, many] }) / beside).toBeCloseTo(20, 6);
    const virtual = lane(vbs, [{ heldCells: 1, virtualCells: 2_000, thresholdCells: 400, state: 2 }]);
    expect(barWidth({ ...few, lanes: () => [few, virtual] })).toBe(alone);
  });

  test.each([
    [5, 504, 150],
    [5, 360, 170],
    [16, 504, 150],
    [16, 960, 260],
  ])('%d VCs in %d × %d px: each has its row, and no text covers another', (count, width, height) => {
    const model = lane(dfba, held(...Array.from({ length: count }, (_, vc) => 100 * (vc + 3))));
    const canvas = drawn(model, width, height);
    const texts = canvas.texts();
    for (let vc = 1; vc <= count; vc++) expect(texts).toContain(String(vc));
    expect(overlapsOf(canvas.textBoxes())).toEqual([]);
    for (const { right, text } of canvas.textBoxes()) expect(right, text).toBeLessThanOrEqual(width);
  });

  test.each([380, 504, 700])(
    'in %d px the rule of VBS for tagged frames and the key of its bars have a line each',
    (width) => {
      const model = lane(vbs, [{ heldCells: 1, virtualCells: 600, thresholdCells: 400, state: 2 }], {}, [9, 9, 1]);
      const { textBoxes } = drawn(model, width);
      const keys = textBoxes().filter(({ text }) => /^(tagged:|dropped.*tagged|bar:)/.test(text));
      expect(keys).toHaveLength(2);
      const [bars, tagged] = keys.sort((one, other) => one.text.localeCompare(other.text)) as [TextBox, TextBox];
      expect(tagged.text).toMatch(width > 380 ? /^dropped.* queue > L.* bar > line$/ : /^tagged: /);
      // The numbers of the column are virtual cells. The bar that decides is the first word of the key.
      expect(bars.text).toMatch(/^bar: virtual.* thin: .*now.* line: /);
      expect(bars.y > tagged.y).toBe(width > 380);
      expect(overlapsOf(textBoxes())).toEqual([]);
      // DFBA drops them everywhere above L.
      expect(drawn(lane(dfba, UNEVEN), width).texts().join()).not.toContain('bar > line');
    },
  );

  test('the bar of virtual cells is filled, and the cells that wait are a thin bar below it, on one scale', () => {
    const vc = (heldCells: number, virtualCells: number) => ({
      heldCells,
      virtualCells,
      thresholdCells: 400,
      state: 2,
    });
    const model = lane(vbs, [vc(150, 600), vc(900, 300)], {}, [9, 9, 1]);
    const { strokes } = drawn(model);
    const valuesOf = (what: string) =>
      strokes
        .filter((stroke) => stroke.what === what)
        .map(({ values }) => values.map(Number) as [number, number, number, number]);
    const [first, second] = valuesOf('rect').filter(([left, , widthPx]) => left === 22 && widthPx > 1);
    const thin = valuesOf('fillRect').filter(([left, , , heightPx]) => left === 22 && heightPx === 2);
    expect(thin).toHaveLength(2);
    // All bars have one scale: 600, 300, 150 and 900 cells.
    expect(second![2] / first![2]).toBeCloseTo(0.5, 9);
    expect(thin.map(([, , widthPx]) => widthPx / first![2])).toEqual([expect.closeTo(0.25, 9), expect.closeTo(1.5, 9)]);
    expect(thin[0]![1]).toBeGreaterThan(first![1] + first![3]);
    expect(thin[0]![1] + 2).toBeLessThan(second![1]);
  });

  test('VBS has the diagram of its states beside the rows if there is room', () => {
    const model = lane(vbs, [{ heldCells: 1, virtualCells: 600, thresholdCells: 400, state: 2 }], {}, [9, 9, 1]);
    const { canvas, texts } = fakeCanvas(740, 300);
    new StatesLens(canvas).draw(model);
    expect(texts()).toEqual(expect.arrayContaining(['State of each VC', 'untagged']));
  });
});
