/** The windows of a sender, alone and beside the same flow of another lane. */
import { beforeAll, expect, test } from 'vitest';
import { senderPhaseIndex } from '../../../../src/engine/contract/sender-phases.ts';
import { SENDER_STRIDE, SenderColumn } from '../../../../src/engine/frame/sender-columns.ts';
import { senderRoundTripPlot, senderWindowPlot } from '../../../../src/plots/sender/all-sender-plots.ts';
import { SENDER_MARGIN, type SenderModel, type SenderRows } from '../../../../src/view/plots/sender/sender-model.ts';
import { highestValue } from '../../../../src/view/plots/sender/sender-scale.ts';
import { SenderView } from '../../../../src/view/plots/sender/sender-view.ts';
import { fakeCanvas, stubBrowser } from '../../fake-canvas.ts';

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
  plot: senderWindowPlot,
  states: states(10),
  events: { rowCount: 0, at: () => Number.NaN },
  measuredLines: [],
  comparedSenders: [],
  colour: 'blue',
  fromSeconds: 0,
  toSeconds: 4,
  nowSeconds: 4,
  stretch: undefined,
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

test('the record after the present time is behind a veil with its name, and the labels have the present values', () => {
  const { canvas, strokes, texts } = fakeCanvas(500, 200);
  new SenderView(canvas).draw({ ...model, nowSeconds: 2 });
  expect(texts()).toEqual(expect.arrayContaining(['ahead', '12.0']));
  const axisPx = 500 - SENDER_MARGIN.left - SENDER_MARGIN.right;
  const veils = strokes.filter(({ what, style }) => what === 'fillRect' && style === '--surface');
  expect(veils.map(({ values }) => [values[0], values[2]])).toEqual([[SENDER_MARGIN.left + axisPx / 2, axisPx / 2]]);
  expect(textsOf(model)).not.toContain('ahead');
  expect(textsOf({ ...model, plot: senderRoundTripPlot, nowSeconds: 2 })).toContain('ahead');
});

test('words keep their places only while the run plays on', () => {
  const textsAfter = (lastStretch: number | undefined, stretch: number | undefined) => {
    const { canvas, strokes, texts } = fakeCanvas(500, 200);
    const view = new SenderView(canvas);
    // There is no room for the name of the time ahead.
    view.draw({ ...model, nowSeconds: 3.9, stretch: lastStretch });
    strokes.length = 0;
    view.draw({ ...model, nowSeconds: 2, stretch });
    return texts();
  };
  expect(textsAfter(1, 1)).not.toContain('ahead');
  expect(textsAfter(1, 2)).toContain('ahead');
  expect(textsAfter(undefined, undefined)).toContain('ahead');
});

const senderOfLane = (lane: number, laneName: string, rows: SenderRows) => ({
  lane,
  laneName,
  states: rows,
  events: model.events,
  reference: undefined,
});
const comparedSenders = [senderOfLane(0, 'DropTail', states(10)), senderOfLane(1, 'RED', states(40))];

test('the same flow of two lanes has a strip for each lane, with its name, its window and the same axis', () => {
  const texts = textsOf({ ...model, comparedSenders });
  expect(texts.filter((text) => text === 'cwnd')).toHaveLength(2);
  for (const text of ['A', 'DropTail', '14.0', 'B', 'RED', '44.0']) expect(texts).toContain(text);
  expect(texts.filter((text) => text === '40')).toHaveLength(2);
  expect(texts).not.toContain('in flight');
});

test('labels are in the order of their values, at places apart', () => {
  const rowsWith = (lastMs: number) => {
    const rows = states(10);
    const at = (row: number, column: number) => (column === SenderColumn.rttNs ? lastMs * 1e6 : rows.at(row, column));
    return { ...rows, at };
  };
  const drawnNames = (comparedModels: SenderModel['comparedSenders']) => {
    const { canvas, textBoxes } = fakeCanvas(500, 200);
    new SenderView(canvas).draw({ ...model, plot: senderRoundTripPlot, comparedSenders: comparedModels });
    const names = textBoxes().filter(({ text }) => text === 'SRTT' || text === 'RTT');
    return names.sort((a, b) => a.y - b.y);
  };
  // The round trip is above its mean of 50 ms in lane A and below it in lane B.
  const names = drawnNames([senderOfLane(0, 'DropTail', rowsWith(60)), senderOfLane(1, 'RED', rowsWith(40))]);
  expect(names.map(({ text }) => text)).toEqual(['RTT', 'SRTT', 'SRTT', 'RTT']);
  for (const [index, { y }] of names.slice(1).entries()) expect(y - names[index]!.y).toBeGreaterThanOrEqual(12);
});

test('each new round trip is a dot, and only lines of lanes have dashes', () => {
  const { canvas, strokes } = fakeCanvas(500, 200);
  new SenderView(canvas).draw({ ...model, plot: senderRoundTripPlot });
  // All round trips of the rows are equal.
  const dotsOf = () => strokes.filter(({ what, values }) => what === 'fillRect' && values[2] === 2 && values[3] === 2);
  expect(dotsOf()).toHaveLength(1);
  const rows = states(10);
  const at = (row: number, column: number) => (column === SenderColumn.rttNs ? (60 + row) * 1e6 : rows.at(row, column));
  strokes.length = 0;
  new SenderView(canvas).draw({ ...model, plot: senderRoundTripPlot, states: { ...rows, at } });
  expect(dotsOf()).toHaveLength(5);
  strokes.length = 0;
  new SenderView(canvas).draw(model);
  const dashes = strokes.filter(({ what }) => what === 'setLineDash').flatMap(({ values }) => values);
  expect(dashes.flat()).toEqual([]);
});

test.each([
  { windows: [20, 22, 11, 11, 12], text: 'loss → window halved' },
  { windows: [20, 20, 14, 14, 15], text: 'loss → window × 0.70' },
])('one loss says what it does to the window: $text', ({ windows, text }) => {
  const phases = ['avoidance', 'avoidance', 'recovery', 'avoidance', 'avoidance'].map(senderPhaseIndex);
  const rows = statesOf(windows, phases);
  expect(textsOf({ ...model, states: rows })).toContain(text);
  // A recovery that goes on says nothing.
  const ongoing = { ...rows, rowCount: 3 };
  expect(textsOf({ ...model, states: ongoing }).join()).not.toContain('loss →');
});

test('a timeout beyond the axis is not named, unless one happens', () => {
  expect(textsOf({ ...model, plot: senderRoundTripPlot })).toContain('SRTT');
  expect(textsOf({ ...model, plot: senderRoundTripPlot })).not.toContain('RTO');
});

/** The window in segments and the phase, one value for each second. */
function statesOf(windows: readonly number[], phases: readonly number[] = []): SenderRows {
  const valueOfColumn = (row: number, column: number) => {
    if (column === SenderColumn.timeNs) return row * 1e9;
    if (column === SenderColumn.phase) return phases[row] ?? 0;
    return column === SenderColumn.congestionWindow ? (windows[row] ?? Number.NaN) : Number.NaN;
  };
  return { rowCount: windows.length, at: valueOfColumn };
}

const cwnd = { column: SenderColumn.congestionWindow, unit: 1 };
const shownSeconds = (seconds: number) => ({ ...model, toSeconds: seconds, nowSeconds: seconds });

test.each([
  // 1 of 40 s is 2.5 %, and 60 is more than 1.5 times 30.
  { windows: [60, ...Array(39).fill(30)], lasting: 30 },
  // 1 of 10 s is 10 %.
  { windows: [60, ...Array(9).fill(30)], lasting: 60 },
  // 40 is less than 1.5 times 30.
  { windows: [40, ...Array(39).fill(30)], lasting: 40 },
])('a peak is cut if it is short and high: $lasting of $windows.length s', ({ windows, lasting }) => {
  const highest = highestValue(statesOf(windows), cwnd, shownSeconds(windows.length));
  expect(highest).toEqual({ peak: { seconds: 0, value: windows[0] }, lasting });
});

test('the value of a cut peak is written, and the axis ends above the other values', () => {
  const windows = [60, ...Array(39).fill(30)];
  const texts = textsOf({ ...shownSeconds(40), states: statesOf(windows) });
  expect(texts).toContain('↑ 60.0');
  expect(texts).toContain('40');
  expect(texts).not.toContain('60');
  expect(textsOf(model).join()).not.toContain('peak');
});

test('measured windows have a line of their own, with the last value, and the axis includes them', () => {
  const measuredLines = [{ rowCount: 3, timeSeconds: (row: number) => row, value: (row: number) => 40 + row }];
  const texts = textsOf({ ...model, measuredLines });
  expect(texts).toContain('measured');
  expect(texts).toContain('42.0');
  expect(texts).not.toContain('42.0 ↑');
});
