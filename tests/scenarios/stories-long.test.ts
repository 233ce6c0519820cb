/** The sentences of a story are true for its run. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import { VC_STRIDE, VcColumn } from '../../src/engine/contract/policy-tables.ts';
import {
  dropRate,
  fairness,
  linkBusyShare,
  meanDelayMs,
  throughputBps,
  usefulPacketShare,
} from '../../src/engine/figures/run-figures.ts';
import {
  type Frame,
  type RunDescription,
  SeriesClassColumn,
  seriesClassColumn,
  seriesStride,
} from '../../src/engine/frame/frame.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { rateMbps } from '../../src/quantities/figures/class-rates.ts';
import { KeyMoments } from '../../src/runs/key-moments.ts';
import { SeekableRun } from '../../src/runs/seekable-run.ts';
import { findPreset, presetFamilies } from '../../src/scenarios/index.ts';
import { storiesByPreset } from '../../src/scenarios/stories/stories.ts';
import {
  type EventFact,
  eventOfStop,
  type FigureFact,
  lanesOfStory,
  type Story,
} from '../../src/scenarios/stories/story.ts';
import { formatAmount } from '../../src/shared/number-text.ts';
import { formatShortSeconds } from '../../src/shared/seconds-text.ts';
import { exampleVideoLoss, missingFrameCount, videoFramesOfTable } from '../../src/view/lenses/video/video-losses.ts';
import { chosen } from '../amount.ts';

/** Their runs are short. */
const QUICK = [
  'three-pies',
  'single-tcp',
  'sudden-load',
  'web-fetches',
  'bm-lesson',
  'incast-reno',
  'cable-40-to-1',
  'acks-take-places',
  'abe-100k-blue4',
  'opening',
];

/** A lane at a stop: its frame, or that of its queue up, and its series from the start. */
interface LaneAtStop {
  readonly frame: Frame;
  readonly description: RunDescription;
  readonly series: readonly number[];
}

/** Mean bitrate of a video player since the warm-up, as the plot has it, kbit/s. */
function meanBitrateKbps({ description, series }: LaneAtStop, index: number): number {
  const { classes, hints, warmupNs, sampleNs } = description;
  const stride = seriesStride(classes.length, hints.signals.length);
  const bitrates = series.filter((_, at) => at % stride === seriesClassColumn(index, SeriesClassColumn.bitrateKbps));
  const counted = bitrates.slice(Math.ceil(warmupNs / sampleNs));
  return counted.reduce((sum, each) => sum + each, 0) / counted.length;
}

const measures: Readonly<Record<FigureFact['figure'], (lane: LaneAtStop, index: number | undefined) => number>> = {
  waiting: ({ frame }) => frame.waitingPackets,
  delayMs: ({ frame }) => meanDelayMs(frame.measured),
  lossPercent: ({ frame }) => 100 * dropRate(frame.measured),
  busyPercent: ({ frame }) => 100 * linkBusyShare(frame.measured),
  fairness: ({ frame: { measured, vcs } }) =>
    fairness(measured, (index) => vcs[index * VC_STRIDE + VcColumn.guaranteedBps]),
  classDelayMs: ({ frame }, index) => meanDelayMs(frame.measured, index),
  classLossPercent: ({ frame }, index) => 100 * dropRate(frame.measured, index),
  roundTripMs: ({ frame: { durations } }, index) => durations[index ?? -1]?.meanMs ?? Number.NaN,
  throughputMbps: ({ frame }, index) => throughputBps(frame.measured, index) / 1e6,
  goodputMbps: ({ frame }, index) => rateMbps(frame.measured, SeriesClassColumn.goodputBps, index),
  bitrateKbps: (lane, index) => meanBitrateKbps(lane, index ?? -1),
  shownPercent: ({ frame }, index) => 100 * usefulPacketShare(frame.measured, index),
  missingFrames: ({ frame: { videoFrames } }) => missingFrameCount(exampleVideoLoss(videoFramesOfTable(videoFrames))!),
};

/** Mean times since the warm-up. */
const MEANS: readonly FigureFact['figure'][] = ['delayMs', 'classDelayMs', 'roundTripMs'];

/** The text of a fact with the measured figure in place of its own, as the page writes it. */
const asWritten = (says: string, measured: number): string =>
  says.replace(/^\d[\d\u202f]*(\.\d+)?/, formatAmount(measured));

function openStory(story: Story) {
  const { preset } = story;
  return lanesOfStory(story).map(({ policy: id, values: policyValues }) => {
    const scenario = findPreset(preset);
    const policy = findPolicy(id) as PolicyDefinition;
    if (scenario === undefined) throw new Error(`unknown preset: ${preset}`);
    const seekable = new SeekableRun(policy, { scenario, policyValues, seed: 1 });
    const moments = new KeyMoments();
    seekable.setObserver(moments);
    return { seekable, moments, series: [] as number[] };
  });
}

test('every family of presets has a story of three to five stops', () => {
  for (const { name, presets } of presetFamilies)
    expect(
      presets.some(({ id }) => storiesByPreset.some(({ preset }) => preset === id)),
      name,
    ).toBe(true);
  for (const { stops } of storiesByPreset) {
    expect(stops.length).toBeGreaterThanOrEqual(3);
    expect(stops.length).toBeLessThanOrEqual(5);
  }
});

test('a lesson that continues a story is one of the page', () => {
  const isListed = (id: string) => existsSync(join(import.meta.dirname, `../../public/lessons/${id}.json`));
  expect(storiesByPreset.flatMap(({ lesson }) => (lesson === undefined || isListed(lesson) ? [] : lesson))).toEqual([]);
});

test('an introduction has short sentences, about thirty seconds to read', () => {
  // People read about 240 words per minute.
  const MAX_WORDS = 0.5 * 240;
  for (const { introduction } of storiesByPreset) {
    if (introduction === undefined) continue;
    for (const { sentence } of introduction.parts) expect(sentence.length).toBeLessThanOrEqual(140);
    expect(introduction.parts.flatMap(({ sentence }) => sentence.split(' ')).length).toBeLessThanOrEqual(MAX_WORDS);
  }
});

describe.each(storiesByPreset)('the story of $preset', (story) => {
  test('its sentences are short, and say what their facts say', () => {
    for (const { sentence, facts } of story.stops) {
      expect(sentence.length).toBeLessThanOrEqual(140);
      expect(facts.length).toBeGreaterThan(0);
      for (const fact of facts) {
        if (!('says' in fact)) continue;
        expect(sentence).toContain(fact.says);
        // The pictures beside it show one moment.
        if (MEANS.includes(fact.figure)) expect(sentence).toMatch(/average|mean/);
      }
    }
  });
});

describe.each(chosen(storiesByPreset, ({ preset }) => QUICK.includes(preset)))('the story of $preset', (story) => {
  test('its figures and events are those of the run', () => {
    const lanes = openStory(story);
    const inOrder = [...story.stops].sort((one, other) => one.view.seconds - other.view.seconds);
    for (const { view, facts } of inOrder) {
      for (const { seekable } of lanes) seekable.seek(Math.round(view.seconds * 1e9));
      for (const fact of facts) {
        if (!('says' in fact)) continue;
        const { seekable, series } = lanes[fact.lane] as (typeof lanes)[0];
        const { description } = seekable;
        const index = description.classes.findIndex(({ label }) => label === fact.classLabel);
        expect(index >= 0, fact.says).toBe(fact.classLabel !== undefined);
        const frame = seekable.takeFrame();
        for (const value of frame.series) series.push(value);
        const measured = measures[fact.figure](
          { frame: fact.isUp === true ? (frame.up as Frame) : frame, description, series },
          index < 0 ? undefined : index,
        );
        expect(asWritten(fact.says, measured), fact.says).toBe(fact.says);
      }
    }
    const timeOf = ({ lane, event }: Pick<EventFact, 'lane' | 'event'>) =>
      (lanes[lane]?.moments.allMoments().find(({ kind }) => kind === event)?.timeNs ?? Number.NaN) / 1e9;
    for (const stop of story.stops) {
      const eventHere = eventOfStop(stop);
      // The page shows the time of the stop first, and then that of its event.
      const { seconds } = stop.view;
      const shownSeconds = Math.min(seconds, eventHere === undefined ? seconds : timeOf(eventHere));
      for (const fact of stop.facts) {
        if ('says' in fact) continue;
        const place = `${fact.event} in ${fact.lane}`;
        expect(Math.abs(timeOf(fact) - fact.seconds), place).toBeLessThanOrEqual(fact.tolerance);
        expect(timeOf(fact) > shownSeconds, `${place} is after its stop`).toBe(fact.isLater === true);
      }
      // Times in a sentence are written as on the timeline.
      const eventTimes = stop.facts.flatMap((fact) =>
        'event' in fact ? formatShortSeconds(Math.round(timeOf(fact) * 1e9)) : [],
      );
      for (const [said] of stop.sentence.matchAll(/\b\d+\.\d{2,} s\b/g)) expect(eventTimes).toContain(said);
    }
  });
});
