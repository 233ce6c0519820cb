/** The dots of the lanes have the delay and the loss of their heads; in the warm-up there are none. */
import { expect, test } from 'vitest';
import type { StartedLaneData } from '../../src/engine/frame/lane-data.ts';
import { classGoodputLossPlot, goodputLossPanels } from '../../src/plots/class-goodput-loss.ts';
import { delayLossMarks, delayLossPlot, type LaneDot, laneDots } from '../../src/plots/delay-loss.ts';
import { countedFrame } from '../../src/quantities/figures/counted-frame.ts';
import { laneFigures } from '../../src/quantities/figures/lane-figures.ts';
import { differencesWithDelayAndLoss } from '../../src/quantities/findings/finding.ts';
import { flatMarks } from '../../src/scene/marks.ts';
import { createScene } from '../../src/scene/scene.ts';
import { queueRows } from '../../src/ui/plots/queue-rows.ts';
import { opened, seek } from '../app/opened-page.ts';

test.each([0.9, 1])('there is none at %s s, with a warm-up of 1 s', (seconds) => {
  const page = opened();
  seek(page, seconds);
  const { lanes } = page.state;
  expect(laneDots(lanes)).toEqual([]);
  const marks = delayLossPlot.marks(
    { lanes } as Parameters<typeof delayLossPlot.marks>[0],
    { width: 300, height: 200 },
    () => 5,
  );
  expect(marks).toMatchObject([{ wordings: ['Values begin after the warm-up'] }]);
});

test.each([1.1, 2])('at %s s, with a warm-up of 1 s', (seconds) => {
  const page = opened();
  seek(page, seconds);
  const { lanes } = page.state;
  const dots = laneDots(lanes);
  expect(dots).toHaveLength(2);
  for (const [index, { delayMs, lossPercent }] of dots.entries()) {
    const lane = lanes[index];
    const figures = lane && laneFigures(countedFrame(lane));
    expect(delayMs).toBeGreaterThan(0);
    expect(delayMs).toBe(figures?.delayMs);
    expect(lossPercent).toBe(100 * (figures?.dropRate ?? Number.NaN));
  }
});

const dot = (lane: number, name: string, delayMs: number, lossPercent: number, markedPercent = 0): LaneDot => ({
  ...{ lane, name, delayMs, lossPercent, markedPercent },
  ...{ delayHalfWidthMs: Number.NaN, lossHalfWidthPercent: Number.NaN },
});

function placed(dots: readonly LaneDot[], width = 600) {
  const size = { width, height: 200 };
  const marks = delayLossMarks(dots, size);
  const symbols = [...flatMarks(marks)].flatMap((mark) =>
    mark.kind === 'symbol' ? [{ ...mark.at, tag: mark.tag }] : [],
  );
  const texts = createScene(marks, size, (text) => 6 * text.length).texts;
  return {
    symbols,
    words: texts.map(({ lines }) => lines[0]),
    boxOf: (key: string) => texts.find(({ mark }) => mark.key === key)?.box,
  };
}

test('a lane that marks has a ring at its loss and its marks together', () => {
  const { symbols, words } = placed([dot(0, 'CoDel', 18, 0.5), dot(1, 'PIE', 30, 0.5, 2)]);
  const heightOf = (tag: string) => 200 - 38 - symbols.filter((symbol) => symbol.tag === tag).at(-1)!.y;
  expect(heightOf('ring') / heightOf('dot')).toBeCloseTo(2.5 / 0.5, 6);
  expect(words).toContain('+ marks');
});

test('the name of a dot is on the other side of another dot', () => {
  const { symbols, boxOf } = placed(
    [dot(0, 'CoDel', 18.3, 0.5), dot(1, 'PIE', 16.9, 0.5), dot(2, 'DropTail', 71, 0.5)],
    1_200,
  );
  expect(boxOf('dot 1')!.right).toBeLessThan(symbols[1]!.x);
  expect(boxOf('dot 0')!.left).toBeGreaterThan(symbols[0]!.x);
});

test('without a value there are no axes', () => {
  expect(placed([dot(0, 'PIE', Number.NaN, Number.NaN)]).words).toEqual(['No values yet']);
});

test('frames that tail drop of cells sends in part are no reason to call its loss the lowest', () => {
  const page = opened('#v=5&p=goyal-r4&lanes=double-epd,tail-cells&run.warmupSeconds=1&run.durationSeconds=4');
  seek(page, 3);
  const { lanes } = page.state;
  expect(delayLossPlot.isAvailable({ lanes })).toBe(false);
  expect(delayLossPlot.rows({ lanes })).toEqual([]);
  expect(delayLossPlot.marks({ lanes }, { width: 300, height: 200 }, () => 5)).toHaveLength(1);
  const [reference, other] = lanes as unknown as [StartedLaneData, StartedLaneData];
  const names = differencesWithDelayAndLoss(reference, [other])[0]!.map(({ quantity }) => quantity.name);
  expect(names).toContain('fairness among VCs');
  expect(names).not.toContain('loss');
  expect(goodputLossPanels({ lanes })[1]?.figureName).toBe('refused');
  expect(classGoodputLossPlot.columns({ lanes })).toMatchObject({ lossPercent: 'refused (%)' });
  expect(queueRows(lanes).map(({ name }) => name)).toContain('refused');
});
