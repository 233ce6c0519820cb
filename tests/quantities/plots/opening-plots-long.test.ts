/** The plots that a run opens with show the point of its scenario. */
import { describe, expect, test } from 'vitest';
import { allPlots, plotsOverTime } from '../../../src/plots/all-plots.ts';
import { openingPlotIds, openingSpan } from '../../../src/quantities/plots/opening-plots.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset, presetIds } from '../../../src/scenarios/index.ts';

function startOf(id: string) {
  const scenario = findPreset(id)!;
  const simulation = openRun({ scenario, policy: Object.keys(scenario.policies)[0]!, seed: 1 });
  return { description: simulation.description, frame: () => simulation.frame() };
}

const descriptionOf = (id: string) => startOf(id).description;

describe('the first plot', () => {
  test.each([
    ['opening', 'delay'],
    ['single-tcp', 'queue'],
    ['two-rtts', 'flows'],
    ['md1', 'delay'],
    ['mm1k', 'drops'],
    ['home-bufferbloat', 'round-trip'],
    ['greedy-and-sparse', 'class-delays'],
    ['mobile-link', 'round-trip'],
    ['web-fetches', 'completion'],
    ['incast-dctcp', 'completion'],
    ['video-beside-download', 'video-bitrate'],
    ['sudden-load', 'queue'],
    ['flows-come-and-go', 'delay'],
    ['home-hosts', 'hosts'],
    ['abe-appendix-b', 'queue'],
    ['cubic-reno-short', 'goodput'],
    ['rtt-unfairness', 'goodput'],
    ['l4s-beside-classic', 'shares'],
    ['buffer-sizing', 'buffer-curve'],
    ['zhao-5mb-thirdbwdp-stf30', 'delay'],
    ['bm-lesson', 'video-packets'],
    ['bm-e1', 'buffer-curve'],
    ['bm-e3', 'delay'],
    ['abe-voice', 'colours'],
    ['abe-100k-blue4', 'class-delays'],
    ['goyal-r4', 'vcs'],
  ])('of %s is %s', (id, first) => {
    expect(openingPlotIds(descriptionOf(id), 2)[0]).toBe(first);
  });
});

describe('the second plot answers the question', () => {
  test.each([
    ['opening', 'delay-loss'],
    ['zhao-5mb-1bwdp-stf5', 'delay-loss'],
    ['flows-come-and-go', 'delay-loss'],
    ['l4s-beside-classic', 'class-delays'],
    ['cubic-reno-short', 'shares'],
    ['greedy-and-sparse', 'round-trip'],
    ['buffer-sizing', 'busy'],
    ['bm-e1', 'shown'],
    ['video-beside-download', 'class-round-trips'],
    ['home-hosts', 'class-delays'],
    ['abe-100k-blue4', 'class-goodput-loss'],
    ['single-tcp', 'delay-loss'],
  ])('of %s is %s', (id, second) => {
    expect(openingPlotIds(descriptionOf(id), 2)[1]).toBe(second);
  });
});

test('three or more lanes are compared as dots, where all classes are one question', () => {
  expect(openingPlotIds(descriptionOf('opening'), 1)).toEqual(['delay', 'goodput']);
  expect(openingPlotIds(descriptionOf('opening'), 3)).toEqual(['delay-loss', 'delay']);
  expect(openingPlotIds(descriptionOf('goyal-r4'), 4)).toEqual(openingPlotIds(descriptionOf('goyal-r4'), 2));
});

test('every scenario opens with two different plots, each with a line', () => {
  for (const id of presetIds) {
    const { description, frame } = startOf(id);
    const plotIds = openingPlotIds(description, 2);
    expect(new Set(plotIds).size, id).toBe(plotIds.length);
    expect(plotIds, id).toHaveLength(2);
    // The queue repeats the delay.
    expect(plotIds.includes('queue') && plotIds.includes('delay'), id).toBe(false);
    for (const plotId of plotIds) {
      expect(
        allPlots.some((one) => one.id === plotId),
        `${id}: ${plotId}`,
      ).toBe(true);
      const overTime = plotsOverTime.find((one) => one.id === plotId);
      const series = { rowCount: 0, at: () => Number.NaN };
      const up = description.up && { description: description.up, frame: frame().up, series };
      if (overTime !== undefined)
        expect(overTime.lines({ description, frame: frame(), series, up }).length, `${id}: ${plotId}`).toBeGreaterThan(
          0,
        );
    }
  }
});

test('scenarios about changes during the run open with the whole run', () => {
  expect(openingSpan(descriptionOf('flows-come-and-go'))).toBe('whole');
  expect(openingSpan(descriptionOf('opening'))).toBe('last');
  expect(openingSpan(undefined)).toBe('last');
});
