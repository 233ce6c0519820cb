import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../../../src/engine/contract/policy.ts';
import type { Playback } from '../../../../src/engine/frame/frame.ts';
import type { Scenario } from '../../../../src/engine/scenario/scenario.ts';
import {
  bitrateOfBuffer,
  chooseByBuffer,
  chooseByThroughput,
} from '../../../../src/engine/sources/player/bitrate-rules.ts';
import { PlaybackState } from '../../../../src/engine/sources/player/playback.ts';
import { openObservedRun } from '../../../../src/judging/observed-run.ts';
import { findPolicy, policyIds } from '../../../../src/policies/registry.ts';
import { chosen } from '../../../amount.ts';
import { TrafficHarness } from '../traffic-harness.ts';

const S = 1e9;
const NEXT_UP = 1e-6;

/** Huang et al. 2014: reservoir 90 s, the map reaches the top at 216 s of 240 s. */
const ladder = [200, 400, 800, 1_200];
const at = (bufferSeconds: number, previousRung = 0) => ({
  ladder,
  previousRung,
  bufferSeconds,
  reservoirSeconds: 90,
  topSeconds: 216,
  throughputsKbps: [],
});

describe('BBA-0', () => {
  test('its map is flat below the reservoir and above the cushion, and a straight line between them', () => {
    expect([0, 90, 153, 216, 240].map((level) => bitrateOfBuffer(at(level)))).toEqual([200, 200, 700, 1_200, 1_200]);
  });

  test('takes the lowest bitrate at the reservoir and the highest at the top of the cushion, whatever came before', () => {
    expect(chooseByBuffer(at(90, 3))).toBe(0);
    expect(chooseByBuffer(at(216, 0))).toBe(3);
    expect(chooseByBuffer(at(216 - NEXT_UP, 0))).toBe(2);
  });

  test('goes up when the map reaches the next bitrate, and down when it falls to the one below', () => {
    // The map is at 400 after 200/1000 of 126 s: at 115.2 s; at 800 at 165.6 s.
    expect(chooseByBuffer(at(115.2 - NEXT_UP, 0))).toBe(0);
    expect(chooseByBuffer(at(115.2 + NEXT_UP, 0))).toBe(1);
    // It stays between its neighbours: 700 is above 400 and below 800.
    expect(chooseByBuffer(at(153, 1))).toBe(1);
    expect(chooseByBuffer(at(153, 2))).toBe(2);
    // From 1200 it goes down at 800, to the lowest bitrate above the map.
    expect(chooseByBuffer(at(165.6 + NEXT_UP, 3))).toBe(3);
    expect(chooseByBuffer(at(165.6 - NEXT_UP, 3))).toBe(2);
    // More than one step at once.
    expect(chooseByBuffer(at(200, 0))).toBe(2);
    expect(chooseByBuffer(at(100, 3))).toBe(1);
  });
});

test('the rule by throughput takes the highest bitrate up to the harmonic mean', () => {
  const by = (...throughputs: number[]) => chooseByThroughput({ ...at(0), throughputsKbps: throughputs });
  expect(by()).toBe(0);
  // 2 / (1/600 + 1/1200) = 800; the arithmetic mean is 900.
  expect(by(600, 1_200)).toBe(2);
  expect(by(599, 1_200)).toBe(1);
  expect(by(100)).toBe(0);
});

describe('the screen', () => {
  // Segments of 2 s; a buffer of 6 s.
  const screen = () => new PlaybackState([100, 300], 2 * S, 6 * S, 2 * S);

  test('a segment every 5 s, worked by hand: 2 s played, 3 s stalled', () => {
    const one = screen();
    one.begin(1 * S);
    for (const second of [4, 9, 14]) one.finishVideoSegment(second * S, 0);
    one.advance(15 * S);
    // Start-up from 1 to 4 s; plays 4 to 6, 9 to 11 and from 14 on.
    expect(one.startupNs).toBe(3 * S);
    expect(one.stallCount).toBe(2);
    expect(one.stalledNs).toBe(6 * S);
    expect(one.bufferNs).toBe(1 * S);
    expect(one.playedTotals()).toEqual({ ns: 5 * S, kbpsNs: 500 * S });
  });

  test('a segment that comes at the very end of the last one: no stall', () => {
    const one = screen();
    one.begin(0);
    one.finishVideoSegment(1 * S, 0);
    one.finishVideoSegment(3 * S, 1);
    one.advance(4 * S);
    expect([one.stallCount, one.switchCount, one.bitrateKbps()]).toEqual([0, 1, 300]);
    expect(one.playedTotals().kbpsNs).toBe((2 * 100 + 300) * S);
  });

  test('is the same in steps of any size', () => {
    const [one, other] = [screen(), screen()];
    for (const each of [one, other]) {
      each.begin(0);
      for (let second = 1; second < 40; second += 3) {
        each.finishVideoSegment(second * S, second % 2);
        if (each === other) for (let step = 0; step < 30; step++) each.advance((second + step / 10) * S);
      }
      each.advance(43 * S);
    }
    expect(other).toEqual(one);
  });

  test('starts with less than its start level when no more segments fit, and empties its buffer when the user leaves', () => {
    const one = new PlaybackState([100], 2 * S, 3 * S, 100 * S);
    one.begin(0);
    one.finishVideoSegment(1 * S, 0);
    one.advance(2 * S);
    expect(one.playedTotals().ns).toBe(1 * S);
    one.end(2 * S);
    one.advance(9 * S);
    expect([one.bufferNs, one.stallCount, one.stalledNs]).toEqual([0, 0, 0]);
  });
});

/** A player alone behind a link of a constant rate, with no queue to speak of. */
function alone(player: Record<string, unknown>, rateBps: number, durationSeconds: number): Scenario {
  return {
    id: 'alone',
    title: 'alone',
    summary: '',
    citation: '',
    link: { rateBps, delayMs: 1 },
    access: {},
    buffer: { packets: 1_000 },
    run: { durationSeconds, sampleMs: 1_000 },
    sources: {
      video: {
        kind: 'player',
        label: 'video',
        flows: 1,
        accessDelayMs: 1,
        minRtoMs: 1_000,
        segmentBytes: 1_000,
        headerBytes: 0,
        initialWindow: 10,
        windowPackets: 50,
        delayedAckMs: 1,
        ...player,
      },
    },
    policies: {},
  } as Scenario;
}

const droptail = findPolicy('droptail') as PolicyDefinition;

function played(scenario: Scenario): Playback {
  const simulation = openObservedRun(scenario, droptail);
  simulation.advance(simulation.endNs);
  return simulation.summary().classes[0]?.playback as Playback;
}

describe('real packets over a link of a constant rate', () => {
  test('below the lowest bitrate: it stalls for the share of the time that is missing', () => {
    // 500 kbit/s of video over 250 kbit/s: 4 s of video take 8 s, and 4 s of each 8 s are a stall.
    const { stalls, stallSeconds, startupSeconds, playedSeconds, meanBitrateKbps, segments } = played(
      alone({ ladderKbps: [500, 1_000], bufferSeconds: 20 }, 250e3, 80.5),
    );
    expect(segments).toBe(10);
    expect(meanBitrateKbps).toBe(500);
    // 250 packets of 1,000 bytes are 8 s. The ways to and fro, handshake and ACKs add less than 0.05 s to each.
    expect(startupSeconds).toBeGreaterThanOrEqual(8);
    expect(startupSeconds).toBeLessThan(8.05);
    expect(stalls).toBe(9);
    expect(stallSeconds).toBeGreaterThan(9 * 4);
    expect(stallSeconds).toBeLessThan(9 * 4.05);
    expect(startupSeconds + playedSeconds + stallSeconds).toBeCloseTo(80.5, 6);
  });

  test('between two bitrates, by throughput: the lower one for ever, with a full buffer and no stall', () => {
    const { meanBitrateKbps, stalls, switches, bufferSeconds } = played(
      alone({ ladderKbps: [250, 500, 1_000], rule: 'throughput', bufferSeconds: 12 }, 900e3, 100),
    );
    // The first segment is of 250 kbit/s: 900 kbit/s carry 500, never 1,000.
    expect([stalls, switches]).toEqual([0, 1]);
    // Of 97 s or so that were played, the first 4 s were of 250 kbit/s.
    expect(meanBitrateKbps).toBeCloseTo((4 * 250 + 94.9 * 500) / 98.9, 0);
    // A segment is requested as soon as it fits, at 8 s, and comes 4 * 500/900 = 2.2 s later: between 5.7 and 9.8 s.
    expect(bufferSeconds).toBeGreaterThan(5.7);
    expect(bufferSeconds).toBeLessThan(9.8);
  });

  test('by buffer, with room for all: the lowest bitrate up to the reservoir, the highest from the top on', () => {
    const simulation = openObservedRun(
      alone(
        { ladderKbps: [100, 1_000], bufferSeconds: 40, reservoirSeconds: 10, topSeconds: 30, segmentSeconds: 2 },
        2e6,
        60,
      ),
      droptail,
    );
    // A segment of 100 kbit/s takes 0.1 s of 2 Mb/s: the buffer reaches 30 s with the 16th, after 1.6 s and 16 round
    // trips.
    simulation.advance(3 * S);
    const early = simulation.frame().playback[0] as Playback;
    expect(early.switches).toBe(1);
    simulation.advance(60 * S);
    const late = simulation.frame().playback[0] as Playback;
    expect(late.bitrateKbps).toBe(1_000);
    expect([late.stalls, late.switches]).toEqual([0, 1]);
    expect(late.bufferSeconds).toBeGreaterThan(36);
  });
});

test('segments are requested one after the other, each with its last ACK', () => {
  // Round trip 100 ms, window 4 and then 8: a handshake, then 4, 8 and 13 segments.
  const values = { ladderKbps: 50, segmentSeconds: 4, segmentBytes: 1_000, bufferSeconds: 60, startWithinSeconds: 0 };
  const harness = new TrafficHarness('player', { ...values, idleRestart: false }).runTo(1);
  // 50 kbit/s for 4 s are 25 packets of 1,000 bytes.
  expect(harness.took[0]).toBe(400e6);
  expect(harness.sent[26]).toMatchObject({ timeNs: 400e6, sequence: 26 });
});

const shared: Scenario = {
  ...alone({ ladderKbps: [100, 400, 900], segmentSeconds: 0.4, bufferSeconds: 4, flows: 2 }, 2e6, 12),
  buffer: { packets: 20 },
};

describe('the contract', () => {
  const packets = policyIds.filter((id) => findPolicy(id)?.manages === 'packets');

  // What a policy does is the same for all senders: one with one queue, and one with queues for each flow.
  test.each(chosen(packets, (id) => id === 'droptail' || id === 'fq-codel'))(
    '%s: the same run again and in any steps; every packet is freed',
    (id) => {
      const policy = findPolicy(id) as PolicyDefinition;
      const outcome = (stepNs: number) => {
        const simulation = openObservedRun(shared, policy);
        while (!simulation.hasEnded) {
          simulation.advance(simulation.nowNs + stepNs);
          simulation.frame();
        }
        const { playback } = simulation.summary().classes[0] as { playback: Playback };
        expect(playback.segments).toBeGreaterThan(10);
        return { digest: simulation.digest(), summary: simulation.summary() };
      };
      expect(outcome(17e6)).toEqual(outcome(12 * S));
      const drained = openObservedRun({ ...shared, run: { durationSeconds: 500 } }, policy);
      drained.advance(2 * S);
      drained.edit('sources.video.flows', 0);
      drained.advance(drained.endNs);
      expect(drained.packets.livePacketCount).toBe(0);
    },
  );

  test('a checkpoint in mid-run leads to the same end', () => {
    const simulation = openObservedRun(shared, droptail);
    simulation.advance(3.3 * S);
    const checkpoint = simulation.checkpoint();
    simulation.advance(simulation.endNs);
    const end = [simulation.digest(), simulation.summary()];
    checkpoint.restore();
    expect(simulation.nowNs).toBe(3.3 * S);
    simulation.advance(simulation.endNs);
    expect([simulation.digest(), simulation.summary()]).toEqual(end);
  });

  test('a player that leaves and comes back begins with an empty buffer', () => {
    const simulation = openObservedRun(shared, droptail);
    simulation.advance(6 * S);
    simulation.edit('sources.video.flows', 0);
    simulation.advance(7 * S);
    expect(simulation.frame().playback[0]?.bufferSeconds).toBe(0);
    simulation.edit('sources.video.flows', 2);
    simulation.advance(simulation.endNs);
    expect(simulation.frame().playback[0]?.bufferSeconds).toBeGreaterThan(1);
  });
});
