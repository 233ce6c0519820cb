/** The window that fills the path and the buffer: by hand, and in a run whose window falls there. */
import { expect, test } from 'vitest';
import type { DrawingHints } from '../../../src/engine/contract/drawing.ts';
import { CLASS_STRIDE, ClassColumn, FLOW_RATE_STRIDE, type Frame } from '../../../src/engine/frame/frame.ts';
import {
  SENDER_EVENT_STRIDE,
  SENDER_STRIDE,
  SenderColumn,
  SenderEventColumn,
  senderEvents,
} from '../../../src/engine/frame/sender-columns.ts';
import { fullBufferBits, fullWindowSegments } from '../../../src/quantities/figures/full-window.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { SenderProbe } from '../../../src/runs/sender-probe.ts';
import { SenderRecorder } from '../../../src/runs/sender-recorder.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

/** 10 Mb/s, 20 ms each way, packets of 1,250 bytes and one that sets up the connection, a buffer of 25 packets. */
function frameOf(changes: Partial<Frame> = {}): Frame {
  const classes = new Float64Array(CLASS_STRIDE);
  classes[ClassColumn.departedPackets] = 9;
  classes[ClassColumn.departedBytes] = 8 * 1_250 + 40;
  const measured = { classes };
  const flows = new Float64Array(FLOW_RATE_STRIDE);
  const frame = { classes, measured, flows, rateBps: 10e6, linkDelayNs: 15e6, limitPackets: 25, limitBytes: Infinity };
  return { ...frame, ...changes } as unknown as Frame;
}
const description = {
  varies: false,
  hints: { lens: 'occupancy', thresholds: [], signals: [] } as DrawingHints,
  classes: [{ id: 'a', label: 'a', kind: 'tcp' as const, colour: undefined, accessDelayNs: 5e6, packetBytes: 1_250 }],
};

test('path, transmission and buffer by hand', () => {
  // 10 Mb/s x 40 ms = 400,000 bits = 40 packets on the way; 1 in transmission; 25 wait.
  expect(fullWindowSegments(description, frameOf())).toBeCloseTo(40 + 1 + 25, 9);
  // A buffer of 12,500 bytes holds 10 packets.
  const bytes = frameOf({ limitPackets: Infinity, limitBytes: 12_500 });
  expect(fullBufferBits(description, bytes)).toBe(100_000);
  expect(fullWindowSegments(description, bytes)).toBeCloseTo(40 + 1 + 10, 9);
});

test('where the packet in transmission has a place in the buffer, one packet less waits', () => {
  const counting = { ...description, hints: { ...description.hints, countsSending: true } as const };
  expect(fullWindowSegments(counting, frameOf())).toBeCloseTo(40 + 25, 9);
  expect(fullBufferBits(counting, frameOf())).toBe(24 * 10_000);
  // 12,500 bytes are 10 packets, with the one in transmission. A small packet may wait for nearly all of them.
  const bytes = frameOf({ limitPackets: Infinity, limitBytes: 12_500 });
  expect(fullWindowSegments(counting, bytes)).toBeCloseTo(40 + 10, 9);
  expect(fullBufferBits(counting, bytes)).toBe(100_000);
});

test('no such window with two flows, a varying rate, unknown delays, or an unlimited buffer', () => {
  expect(fullWindowSegments(description, frameOf({ flows: new Float64Array(2 * FLOW_RATE_STRIDE) }))).toBeUndefined();
  expect(fullWindowSegments({ ...description, varies: true }, frameOf())).toBeUndefined();
  const unknown = [{ ...description.classes[0]!, accessDelayNs: undefined }];
  expect(fullWindowSegments({ ...description, classes: unknown }, frameOf())).toBeUndefined();
  expect(fullWindowSegments(description, frameOf({ limitPackets: Infinity }))).toBeUndefined();
});

test('nothing needs to be sent: the size of the data packets is known from the start', () => {
  const nothing = frameOf();
  nothing.measured.classes.fill(0);
  expect(fullWindowSegments(description, nothing)).toBeCloseTo(40 + 1 + 25, 9);
});

test('a flow alone drops its first packet in congestion avoidance when it has this window', () => {
  const simulation = openRun({
    scenario: findPreset('single-tcp')!,
    policy: 'droptail',
    seed: 1,
    recordsPackets: true,
  });
  const log = new SenderRecorder(simulation, 0);
  simulation.probe = new SenderProbe(simulation, 0, log);
  simulation.advance(simulation.endNs);
  const full = fullWindowSegments(simulation.description, simulation.frame()) ?? Number.NaN;
  const { entries: events } = log.events.takeUpdate();
  const { entries: states } = log.states.takeUpdate();
  let dropNs = Number.NaN;
  for (let at = 0; at < events.length; at += SENDER_EVENT_STRIDE) {
    const timeNs = events[at + SenderEventColumn.timeNs] as number;
    if (timeNs < 5e9 || senderEvents[events[at + SenderEventColumn.event] as number] !== 'dropped') continue;
    dropNs = timeNs;
    break;
  }
  let inFlight = Number.NaN;
  for (let at = 0; at < states.length; at += SENDER_STRIDE)
    if ((states[at + SenderColumn.timeNs] as number) <= dropNs) inFlight = states[at + SenderColumn.inFlight] as number;
  // A segment more is needed for the drop. The access links hold some too, which the formula does not count.
  expect(inFlight - full).toBeGreaterThan(-1);
  expect(inFlight - full).toBeLessThan(3);
});
