/** The figures of four lanes in a third of a page of 1280 px: each has its place at its dot or below its column. */
import { expect, test } from 'vitest';
import '../../src/engine/simulation/all-optional-parts.ts';
import type { LaneData } from '../../src/engine/frame/lane-data.ts';
import { classDelaysPlot } from '../../src/plots/class-delays.ts';
import { classGoodputLossPlot } from '../../src/plots/class-goodput-loss.ts';
import { flowsPlot } from '../../src/plots/flows.ts';
import type { MomentPlot } from '../../src/plots/moment-plot.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { boxesMeet } from '../../src/scene/boxes.ts';
import { boxOfMark, flatMarks, type ScenePoint } from '../../src/scene/marks.ts';
import { createScene } from '../../src/scene/scene.ts';
import { estimatedTextRuler } from '../../src/scene/text-ruler.ts';

const PANEL = { width: 335, height: 195 };
const PHONE = { width: 372, height: 161 };

const lanes = ['droptail', 'red', 'codel', 'pie'].map((policy): LaneData => {
  const simulation = openRun({ scenario: findPreset('opening')!, policy, seed: 1 });
  simulation.advance(30e9);
  return { description: simulation.description, frame: simulation.frame() } as never as LaneData;
});

const sceneOf = (plot: MomentPlot, size: typeof PANEL) =>
  createScene(plot.marks({ lanes }, size, estimatedTextRuler), size, estimatedTextRuler);

test.each([
  [classGoodputLossPlot, PANEL],
  [classDelaysPlot, PANEL],
  [classGoodputLossPlot, PHONE],
])('each dot of a class and a lane has its letter and its number beside it: %#', (plot, size) => {
  const { marks, texts, layout } = sceneOf(plot, size);
  expect(layout.hiddenMarks.map(({ key }) => key)).toEqual([]);
  const labels = texts.filter(({ mark }) => mark.avoids?.includes('line'));
  const figures = marks.flatMap((mark) => (mark.kind === 'group' ? [mark] : []));
  expect(figures).toHaveLength(lanes.length * 3 * (plot === classGoodputLossPlot ? 2 : 1));
  expect(labels.map(({ leader }) => leader).filter(Boolean)).toEqual([]);
  for (const { meaning, marks: parts } of figures) {
    const dot = parts.flatMap((part): ScenePoint[] => (part.kind === 'symbol' ? [part.at] : []))[0]!;
    const beside = labels.filter(
      ({ box }) => Math.abs(box.left - dot.x) <= 6 && Math.abs((box.top + box.bottom) / 2 - dot.y) < 1,
    );
    // "A, long TCP: goodput 16.7 Mb/s".
    const [, letter, number] = /^(\w), .*: \D*([\d.]+)/.exec(meaning)!;
    expect(beside.map(({ mark, lines }) => [mark.letter, lines[0]].filter(Boolean).join(' '))).toEqual([
      `${letter} ${number}`,
    ]);
  }
});

test.each([PANEL, PHONE])(
  'each column of flows has its median below it, and the axis has all its numbers: %#',
  (size) => {
    const { marks, texts, layout } = sceneOf(flowsPlot, size);
    expect(layout.hiddenMarks.map(({ key }) => key)).toEqual([]);
    const lowest = Math.max(
      ...[...flatMarks(marks)].flatMap((mark) =>
        mark.kind === 'text' || mark.kind === 'path' ? [] : boxOfMark(mark).bottom,
      ),
    );
    const columns = marks.flatMap((mark) => (mark.kind === 'group' ? [mark] : []));
    expect(columns).toHaveLength(lanes.length * 3);
    const medians = texts.filter(({ mark }) => /^median \d/.test(mark.key));
    for (const { meaning, marks: parts } of columns) {
      const line = parts.find(({ kind }) => kind === 'line')!;
      if (line.kind !== 'line') throw new Error(meaning);
      const [from, to] = line.points as [ScenePoint, ScenePoint];
      const below = medians.filter(({ box }) => Math.abs((box.left + box.right) / 2 - (from.x + to.x) / 2) < 1);
      expect(below.map(({ lines }) => lines[0])).toEqual([/median (\S+) Mb/.exec(meaning)![1]]);
      expect(below[0]!.box.top).toBeGreaterThan(lowest);
    }
    for (const [index, { box }] of medians.entries())
      expect(medians.slice(index + 1).filter((other) => boxesMeet(other.box, box))).toEqual([]);
  },
);

test('in rows too low for a label in each, all labels are in columns behind the axes, at the heights of their dots', () => {
  const { marks, texts, layout } = sceneOf(classGoodputLossPlot, { width: 760, height: 120 });
  expect(layout.hiddenMarks.map(({ key }) => key)).toEqual([]);
  for (const figureName of ['goodput', 'loss']) {
    const figures = marks.flatMap((mark) =>
      mark.kind === 'group' && mark.meaning.includes(`: ${figureName} `) ? [mark] : [],
    );
    const dots = figures.flatMap(({ marks: parts }) =>
      parts.flatMap((part) => (part.kind === 'symbol' ? [part.at] : [])),
    );
    const labels = texts
      .filter(({ mark }) => mark.avoids?.includes('line') && mark.key.startsWith(`${figureName} `))
      .sort((a, b) => a.box.top + a.box.bottom - b.box.top - b.box.bottom);
    expect(labels.map(({ mark, lines }) => `${mark.letter} ${lines[0]}`)).toEqual(
      figures.map(({ meaning }) => `${meaning[0]} ${/^\w, .*: \D*([\d.]+)/.exec(meaning)![1]}`),
    );
    for (const [index, { box, leader }] of labels.entries()) {
      expect(leader).toBeUndefined();
      expect((box.top + box.bottom) / 2).toBeCloseTo(dots[index]!.y, 6);
      expect(box.left).toBeGreaterThan(Math.max(...dots.map(({ x }) => x)));
    }
    expect(new Set(labels.map(({ box }) => Math.round(box.left))).size).toBe(2);
  }
});
