/**
 * The words of plots over time, in a sample of presets, lanes, plots, sizes and themes that is the same in each run.
 */
import { expect, test, vi } from 'vitest';
import type { LaneSnapshot } from '../../../src/app/lanes/lane.ts';
import { plotsOverTime } from '../../../src/plots/all-plots.ts';
import type { PlotOverTime } from '../../../src/plots/over-time/plot-over-time.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset, presetFamilies } from '../../../src/scenarios/index.ts';
import { boxesMeet, isInside } from '../../../src/scene/boxes.ts';
import { required } from '../../../src/shared/required.ts';
import { plotAnnotation } from '../../../src/ui/plots/plot-annotation.ts';
import { plotLinkRate, plotRows, plotRug } from '../../../src/ui/plots/plot-rows.ts';
import { axisStartSeconds, formatMeanTime, meanTime } from '../../../src/ui/plots/plot-span.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import { PLOT_MARGIN } from '../../../src/view/plots/plot-layout.ts';
import type { PlotModel } from '../../../src/view/plots/plot-model.ts';
import { PlotView } from '../../../src/view/plots/plot-view.ts';
import { randomFrom } from '../../random.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

stubBrowser();
vi.stubGlobal('getComputedStyle', () => ({
  getPropertyValue: (name: string) =>
    name === '--surface' && document.documentElement.dataset.theme === 'dark' ? 'rgb(20,22,26)' : `rgb(200,200,200)`,
}));

const SECONDS = 14;
const WIDTHS_PX = [320, 390, 520, 768, 1280, 2560];
const HEIGHTS_PX = [110, 170, 260, 420];

/** A lane at a time of a run, with the frames of a page. */
function laneOf(preset: string, policy: string): LaneSnapshot {
  const simulation = openRun({ scenario: required(findPreset(preset)), policy, seed: 1 });
  simulation.advance(SECONDS * 1e9);
  const frame = simulation.frame();
  const { description } = simulation;
  const rowCount = Math.floor((SECONDS * 1e9) / description.sampleNs);
  const stride = frame.series.length / rowCount;
  const at = (row: number, column: number) => frame.series[row * stride + column] ?? Number.NaN;
  return { frame, description, series: { rowCount, at } } as unknown as LaneSnapshot;
}

function modelOf(kind: PlotOverTime, lanes: readonly LaneSnapshot[], nowSeconds: number, isFirst: boolean): PlotModel {
  const { warmupNs = 0, sampleNs = 0 } = lanes[0]?.description ?? {};
  const time = meanTime('last', nowSeconds, warmupNs / 1e9);
  const rows = plotRows(kind, lanes, undefined, time, drawingTheme());
  const moments = [0.3, 2.4, 2.6, 5, 9.7, 13.2].map((seconds, index) => ({
    ...{
      seconds,
      lane: index % 3 === 0 ? undefined : index % lanes.length,
      symbol: index === 2 ? 'min_th' : undefined,
    },
    label: index === 2 ? 'reaches' : 'a label',
  }));
  const glyph = { shape: 'square', colour: '#0072B2', edge: '#0072B2', textColour: '#fff' } as const;
  const [high = '', low = '', none = ''] = kind.bands ?? [];
  return {
    ...{ rows, fromSeconds: 0, toSeconds: SECONDS, nowSeconds, stretch: 1, cursorSeconds: undefined },
    hasOneScale: rows.some(({ isStrip }) => isStrip),
    warmupSeconds: warmupNs / 1e9,
    settledSeconds: axisStartSeconds('last', nowSeconds, warmupNs / 1e9, sampleNs / 1e9),
    ...{ isSigned: kind.isSigned === true, isFilled: false, maxValue: kind.maxValue, gapMeaning: kind.gapMeaning },
    bands: kind.bands && { high: { name: high, glyph }, low: { name: low, glyph }, none },
    moments: isFirst && kind.bands === undefined ? moments : [],
    note: 'band: to p95',
    meaning: formatMeanTime(time),
    rug: isFirst ? plotRug(kind, lanes, time) : undefined,
    linkRate: plotLinkRate(kind, lanes),
    annotation: isFirst ? plotAnnotation(kind, rows, { ...time, warmupSeconds: warmupNs / 1e9 }) : undefined,
  };
}

const random = randomFrom(7);
const pick = <T>(list: readonly T[]): T => required(list[Math.floor(random() * list.length)]);
const sample = presetFamilies.map(({ presets }) => ({
  preset: pick(presets).id,
  laneCount: 1 + Math.floor(random() * 4),
}));

test.each(sample)('no words overlap, and all names and counts are there: $preset, $laneCount lanes', (shown) => {
  const policies = Object.keys(required(findPreset(shown.preset)).policies).slice(0, shown.laneCount);
  const lanes = policies.map((policy) => laneOf(shown.preset, policy));
  let textCount = 0;
  for (const kind of plotsOverTime.filter(({ lines }) => lanes.some((lane) => lines(lane).length > 0)))
    for (const width of WIDTHS_PX) {
      const height = pick(HEIGHTS_PX);
      document.documentElement.dataset.theme = pick(['light', 'dark']);
      const view = new PlotView(fakeCanvas(width, height).canvas);
      // The second drawing has the places of the first one.
      for (const seconds of [pick([0.5, 4, 9]), SECONDS]) view.draw(modelOf(kind, lanes, seconds, random() < 0.5));
      const [words, foot] = [required(view.scene), required(view.foot)];
      const texts = [...words.texts, ...foot.texts];
      const where = `${kind.id} at ${width} × ${height} px`;
      const hidden = [...words.layout.hiddenMarks, ...foot.layout.hiddenMarks].filter(
        // The drops of a lane are beside those of the others.
        ({ priority, key, wordings }) => priority === 1 || (key.startsWith('rug counts') && wordings.length > 0),
      );
      expect({ where, hidden: hidden.map(({ wordings }) => wordings[0]) }).toEqual({ where, hidden: [] });
      // The time of the cursor and the meaning of the figures are over them, not among them.
      const meanings = texts.filter(({ mark }) => mark.key === 'meaning');
      expect({ where, over: meanings.every(({ box }) => box.bottom <= PLOT_MARGIN.top) }).toEqual({
        where,
        over: true,
      });
      const meeting = texts.flatMap((one, index) =>
        texts.slice(index + 1).flatMap((other) => (boxesMeet(one.box, other.box) ? [[one.lines, other.lines]] : [])),
      );
      expect({ where, meeting }).toEqual({ where, meeting: [] });
      expect(texts.every(({ box }) => isInside(box, { left: 0, top: 0, right: width, bottom: height }))).toBe(true);
      textCount += texts.length;
    }
  expect(textCount).toBeGreaterThan(100);
});
