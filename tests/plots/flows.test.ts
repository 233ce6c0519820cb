/** The dots of the plot of flows, in a run whose flows have round trips of 48 and 128 ms. */
import { expect, test } from 'vitest';
import '../../src/engine/simulation/all-optional-parts.ts';
import type { LaneData } from '../../src/engine/frame/lane-data.ts';
import { flowDots, flowsPlot } from '../../src/plots/flows.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { placeTexts } from '../../src/scene/place-texts.ts';
import { estimatedTextRuler } from '../../src/scene/text-ruler.ts';

function laneOf(preset: string, seconds: number, changes = {}): LaneData {
  const scenario = { ...findPreset(preset)!, ...changes };
  const simulation = openRun({ scenario, policy: 'droptail', seed: 1 });
  simulation.advance(seconds * 1e9);
  return { description: simulation.description, frame: simulation.frame() } as never as LaneData;
}

const textsOf = (lanes: readonly LaneData[]) => {
  const size = { width: 600, height: 190 };
  const ruler = estimatedTextRuler;
  return placeTexts(flowsPlot.marks({ lanes }, size, ruler), size, ruler).texts.map(({ lines }) => lines[0]);
};

test('each of two flows with different delays has its round trip beside its dot', () => {
  const lane = laneOf('two-rtts', 0.45);
  // Only the first flow has begun: 2 x (20 ms link + 2 ms access + 2 ms receiver).
  const [late, first] = flowDots(lane, 0);
  expect(late).toEqual({ rateMbps: 0, roundTripMs: 128 });
  expect(first?.roundTripMs).toBe(48);
  expect(first?.rateMbps).toBeGreaterThan(0);
  expect(
    textsOf([lane, laneOf('two-rtts', 20)])
      .filter((text) => /^(48|128) ms$/.test(String(text)))
      .sort(),
  ).toEqual(['128 ms', '128 ms', '48 ms', '48 ms']);
});

test('flows with one delay, and many flows, have no names', () => {
  const { sources } = findPreset('two-rtts')!;
  const many = laneOf('two-rtts', 1, { sources: { tcp: { ...sources.tcp, flows: 8 } } });
  expect(
    flowDots(many, 0)
      .map(({ roundTripMs }) => roundTripMs)
      .sort((a, b) => a - b),
  ).toEqual([48, 48, 48, 48, 128, 128, 128, 128]);
  for (const lane of [laneOf('single-tcp', 1), many])
    expect(textsOf([lane]).filter((text) => / ms$/.test(String(text)))).toEqual([]);
});
