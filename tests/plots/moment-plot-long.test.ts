/** The texts of all plots of one moment, over presets and sizes: none covers another, is cut off or is hidden. */
import { beforeAll, describe, expect, test } from 'vitest';
import '../../src/engine/simulation/all-optional-parts.ts';
import type { LaneData } from '../../src/engine/frame/lane-data.ts';
import { LaneRecorder } from '../../src/export/recorded-run.ts';
import { momentPlots } from '../../src/plots/all-plots.ts';
import type { MomentPlot, MomentRun } from '../../src/plots/moment-plot.ts';
import { runOfPreset } from '../../src/run-state/run-values.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { boxesMeet, isInside } from '../../src/scene/boxes.ts';
import { boxOfMark, flatMarks } from '../../src/scene/marks.ts';
import { createScene, type SceneSize } from '../../src/scene/scene.ts';
import { estimatedTextRuler } from '../../src/scene/text-ruler.ts';
import { momentRunOf } from '../../src/ui/plots/moment-run.ts';
import { amount, chosen } from '../amount.ts';

interface Sample {
  readonly preset: string;
  readonly policies: readonly string[];
  readonly seconds: number;
}

const ALL_SAMPLES: readonly Sample[] = [
  { preset: 'opening', policies: ['droptail', 'red', 'codel', 'pie'], seconds: 3 },
  { preset: 'greedy-and-sparse', policies: ['droptail', 'red', 'codel', 'fq-codel'], seconds: 6 },
  { preset: 'hu-fig7', policies: ['dfba', 'vbs'], seconds: 0.5 },
  { preset: 'home-hosts', policies: ['droptail', 'cake'], seconds: 2 },
  { preset: 'bm-lesson', policies: ['droptail', 'shb'], seconds: 8 },
  { preset: 'buffer-sizing', policies: ['droptail'], seconds: 4 },
  { preset: 'bbr-cubic-deep', policies: ['droptail', 'codel'], seconds: 8 },
  { preset: 'l4s-beside-classic', policies: ['droptail', 'dualpi2'], seconds: 6 },
  { preset: 'video-beside-download', policies: ['droptail', 'fq-codel', 'codel'], seconds: 20 },
  { preset: 'abe-voice', policies: ['abe-dsd', 'droptail'], seconds: 12 },
  { preset: 'two-rtts', policies: ['droptail', 'red'], seconds: 6 },
];
const IN_TEST: readonly string[] = ['opening', 'hu-fig7', 'home-hosts'];
const samples = chosen(ALL_SAMPLES, ({ preset }) => IN_TEST.includes(preset));

const WIDTHS = [320, 400, 560, 760, 1000, 1500, 2560];
const HEIGHTS = [150, 190, 300];

function recordedRun({ preset, policies, seconds }: Sample): MomentRun {
  const lanes = policies.map((policy, lane) => {
    const simulation = openRun({ scenario: findPreset(preset)!, policy, seed: 1 });
    const recorder = new LaneRecorder(simulation, policy, lane, {});
    simulation.advance(seconds * 1e9);
    return recorder.record() as LaneData;
  });
  return momentRunOf(lanes as never, runOfPreset(preset));
}

describe.each(samples)('$preset', (sample) => {
  let run: MomentRun;
  beforeAll(() => {
    run = recordedRun(sample);
  }, 60_000);

  test.each(momentPlots.map((plot) => [plot.id, plot] as const))('%s', (_, plot) => {
    if (!plot.isAvailable(run)) return;
    for (const width of WIDTHS.filter((__, index) => index % amount(2, 1) === 0))
      for (const height of HEIGHTS) expect(faultsOf(plot, run, { width, height })).toEqual([]);
  });
});

function faultsOf(plot: MomentPlot, run: MomentRun, size: SceneSize): readonly string[] {
  const place = `${size.width} x ${size.height} px`;
  const bounds = { left: 0, top: 0, right: size.width, bottom: size.height };
  const marks = plot.marks(run, size, estimatedTextRuler);
  const { texts, layout } = createScene(marks, size, estimatedTextRuler);
  const faults = texts.flatMap(({ box, mark: { key } }, index) => {
    const covered = texts.slice(index + 1).find((other) => boxesMeet(other.box, box));
    return [
      ...(isInside(box, bounds) ? [] : [`${place}: ${key} is outside`]),
      ...(covered === undefined ? [] : [`${place}: ${key} covers ${covered.mark.key}`]),
    ];
  });
  const hidden = layout.hiddenMarks
    .filter(({ priority }) => priority === 1)
    .map(({ key }) => `${place}: ${key} is hidden`);
  const lost = [...flatMarks(marks)].flatMap((mark) =>
    mark.kind === 'text' || mark.kind === 'line' || Object.values(boxOfMark(mark)).every(Number.isFinite)
      ? []
      : [`${place}: a mark has no place`],
  );
  return [...faults, ...hidden, ...lost];
}

test('a plot in files has the columns that other programs draw', () => {
  for (const plot of momentPlots)
    if (plot.form !== undefined)
      expect(Object.keys(plot.columns({ lanes: [] }))).toEqual(expect.arrayContaining(['lane', 'class', 'value']));
});

test('ids are distinct', () => {
  expect(new Set(momentPlots.map(({ id }) => id)).size).toBe(momentPlots.length);
});
