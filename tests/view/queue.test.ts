/** The legend of a narrow queue, and the number of drops that a falling packet stands for. */
import { beforeAll, describe, expect, test } from 'vitest';
import { VERDICT_STRIDE, VerdictColumn } from '../../src/engine/frame/frame.ts';
import { surfaceOf } from '../../src/view/draw/canvas.ts';
import { inkOfTheme, packetMarks } from '../../src/view/draw/palette.ts';
import { drawLegend } from '../../src/view/queue/queue-legend.ts';
import type { QueueModel } from '../../src/view/queue/queue-model.ts';
import { VerdictMoves } from '../../src/view/queue/verdict-moves.ts';
import { fakeCanvas, stubBrowser } from './fake-canvas.ts';

beforeAll(stubBrowser);

const classes = (labels: readonly string[]) => labels.map((label) => ({ id: label, label, kind: 'tcp' }));

describe('the legend of a narrow queue', () => {
  const texts = (width: number, labels: readonly string[]) => {
    const { canvas, texts: written } = fakeCanvas(width, 200);
    drawLegend(
      surfaceOf(canvas)!,
      inkOfTheme(),
      { description: { classes: classes(labels) } } as unknown as QueueModel,
      'packets',
    );
    return written();
  };

  test.each([360, 300])('names every one of five classes at %d px', (width) => {
    expect(texts(width, ['VC 1', 'VC 2', 'VC 3', 'VC 4', 'VC 5'])).toEqual([
      'packets',
      'VC 1',
      'VC 2',
      'VC 3',
      'VC 4',
      'VC 5',
    ]);
  });

  test('long names are shortened, and none is left out', () => {
    const labels = ['long TCP connections', 'short TCP connections', 'constant rate traffic', 'video conferences'];
    const named = texts(300, labels).slice(1);
    expect(named).toHaveLength(4);
    for (const [index, name] of named.entries()) expect(labels[index]).toContain(name.replace('…', ''));
  });
});

test('drops while a packet falls are counted with the next one', () => {
  const moves = new VerdictMoves();
  const draw = (wallMs: number, drops: number) => {
    const verdicts = new Float64Array(drops * VERDICT_STRIDE);
    for (let row = 0; row < drops; row++) verdicts[row * VERDICT_STRIDE + VerdictColumn.serial] = wallMs + row;
    const description = { classes: classes(['TCP']), reasons: [{ verdict: 'drop', label: 'full' }] };
    const model = { frame: { verdicts }, description, wallMs, still: true } as unknown as QueueModel;
    moves.collect(model, 'packets', () => 50);
    return model;
  };
  draw(1_000, 3);
  draw(1_050, 4);
  expect(moves.falling.map(({ drops }) => drops)).toEqual([3]);
  const model = draw(1_200, 2);
  expect(moves.falling.map(({ drops }) => drops)).toEqual([3, 6]);
  // Without movement, both are one packet with their sum.
  const { canvas, texts } = fakeCanvas(300, 200);
  const marks = packetMarks(model.description.classes, false);
  moves.drawFalling(surfaceOf(canvas)!, inkOfTheme(), model, marks, 150);
  expect(texts()).toEqual(['9']);
});
