/** The windows of a sender, alone and beside the same flow of another lane. */
import { beforeAll, expect, test } from 'vitest';
import { SENDER_STRIDE, SenderColumn } from '../../../src/engine/frame/sender-columns.ts';
import type { SenderModel, SenderRows } from '../../../src/view/plots/sender-model.ts';
import { SenderView } from '../../../src/view/plots/sender-view.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

/** The window grows by one segment per second, from its first value. */
function states(firstWindow: number): SenderRows {
  const rows = [0, 1, 2, 3, 4].map((second) => {
    const row = new Float64Array(SENDER_STRIDE).fill(Number.NaN);
    row[SenderColumn.timeNs] = second * 1e9;
    row[SenderColumn.congestionWindow] = firstWindow + second;
    row[SenderColumn.inFlight] = firstWindow;
    row[SenderColumn.slowStartThreshold] = 5;
    row[SenderColumn.phase] = 0;
    row[SenderColumn.smoothedRttNs] = 50e6;
    row[SenderColumn.rttNs] = 60e6;
    row[SenderColumn.timeoutNs] = 250e6;
    return row;
  });
  return { rowCount: rows.length, at: (row, column) => rows[row]?.[column] ?? Number.NaN };
}

const model: SenderModel = {
  plot: 'window',
  states: states(10),
  events: { rowCount: 0, at: () => Number.NaN },
  comparison: undefined,
  colour: 'blue',
  fromSeconds: 0,
  toSeconds: 4,
  nowSeconds: 4,
  cursorSeconds: undefined,
  reference: undefined,
};

function textsOf(shown: SenderModel): string[] {
  const { canvas, texts } = fakeCanvas(500, 200);
  new SenderView(canvas).draw(shown);
  return texts();
}

test('a sender alone has its window, its flight and its threshold, and no letter', () => {
  const texts = textsOf(model);
  for (const text of ['cwnd', '14.0', 'in flight', '10.0', 'ssthresh', '5.00']) expect(texts).toContain(text);
  expect(texts).not.toContain('A');
});

test('the same flow of another lane has a letter and its window, and the axis includes it', () => {
  const texts = textsOf({ ...model, comparison: { lane: 0, otherLane: 1, otherStates: states(40) } });
  expect(texts.filter((text) => text === 'cwnd')).toHaveLength(2);
  for (const text of ['A', '14.0', 'B', '44.0', '40']) expect(texts).toContain(text);
  expect(texts).not.toContain('in flight');
});

test('a timeout beyond the axis is not named, unless one happens', () => {
  expect(textsOf({ ...model, plot: 'roundTrip' })).toContain('SRTT');
  expect(textsOf({ ...model, plot: 'roundTrip' })).not.toContain('RTO');
});
