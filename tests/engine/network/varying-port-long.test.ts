/**
 * Links whose rate varies: traces worked by hand, D/D/1 on a square wave, and mahimahi's own loop written from its
 * source.
 */
import { describe, expect, test } from 'vitest';
import { SeriesColumn } from '../../../src/engine/frame/frame.ts';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { policyIds } from '../../../src/policies/registry.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { withRates } from '../../../src/scenarios/files/rates.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { amount, chosen } from '../../amount.ts';
import { randomFrom } from '../../random.ts';
import { played, scenarioOf } from './rate-harness.ts';

describe('opportunities of 1,500 bytes', () => {
  /**
   * At 1, 2, 2 and 5 ms, and again from 5 ms on: 6, 7, 7, 10 ms. Packet 1 leaves 500 bytes of the first opportunity at
   * 2 ms, packet 2 takes them and 300 of the second one, packet 3 the other 1,200 and 800 bytes at 5 ms. The 700 bytes
   * left there are lost: packet 4 comes at that very instant, after it. Packet 6 comes at 7 ms, when both opportunities
   * have passed.
   */
  const rates = '1\n2\n2\n5\n';
  const scenario = scenarioOf(rates, [
    [0, 1500],
    [0, 1000],
    [0, 800],
    [0, 2000],
    [5, 700],
    [6.5, 1500],
    [7, 40],
  ]);

  test('a trace worked by hand', () => {
    expect(played(scenario).sent).toEqual([
      { sequence: 0, fromMs: 1, untilMs: 1 },
      { sequence: 1, fromMs: 2, untilMs: 2 },
      { sequence: 2, fromMs: 2, untilMs: 2 },
      { sequence: 3, fromMs: 2, untilMs: 5 },
      { sequence: 4, fromMs: 6, untilMs: 6 },
      { sequence: 5, fromMs: 7, untilMs: 7 },
      { sequence: 6, fromMs: 10, untilMs: 10 },
    ]);
  });

  test('its figures: 7,540 bytes of the opportunities until the end', () => {
    const { run } = played(scenario);
    const rounds = Math.floor(run.endNs / 5e6);
    expect(run.endNs % 5e6).toBe(0);
    const capacity = rounds * 4 * 1500;
    const summary = run.summary();
    expect(summary.busy).toBeCloseTo(7540 / capacity, 12);
    expect(summary.utilisation).toBeCloseTo(7540 / capacity, 12);
  });

  /** LinkQueue::rationalize of mahimahi (src/frontend/link_queue.cc), with 1,500 bytes for its 1,504. Times in ms. */
  function mahimahi(times: readonly number[], packets: readonly (readonly [number, number])[]): number[] {
    const ends: number[] = [];
    const queue: number[] = [];
    let next = 0;
    let base = 0;
    let inTransit = 0;
    const rationalize = (now: number) => {
      while (base + (times[next] as number) <= now) {
        const deliveryMs = base + (times[next] as number);
        let left = 1500;
        next++;
        if (next === times.length) {
          base += times.at(-1) as number;
          next = 0;
        }
        while (left > 0) {
          if (inTransit === 0) {
            if (queue.length === 0) break;
            inTransit = queue.shift() as number;
          }
          const amount = Math.min(left, inTransit);
          inTransit -= amount;
          left -= amount;
          if (inTransit === 0) ends.push(deliveryMs);
        }
      }
    };
    for (const [ms, bytes] of packets) {
      rationalize(ms);
      queue.push(bytes);
    }
    rationalize((packets.at(-1)?.[0] ?? 0) + 60_000);
    return ends;
  }

  test('every packet ends when mahimahi’s loop ends it, for lists at random', () => {
    for (let seed = 1; seed <= amount(75, 300); seed++) {
      const random = randomFrom(seed);
      const times: number[] = [];
      let ms = Math.floor(3 * random());
      for (let left = 1 + Math.floor(12 * random()); left > 0; left--) {
        times.push(ms);
        ms += Math.floor(4 * random());
      }
      times.push(Math.max(1, ms));
      const packets: [number, number][] = [];
      let atMs = 0;
      for (let left = 40; left > 0; left--) {
        packets.push([atMs, 1 + Math.floor(3000 * random())]);
        // Often at the instant of an opportunity.
        atMs += random() < 0.5 ? Math.floor(5 * random()) : 0;
      }
      const scenario = scenarioOf(`${times.join('\n')}\n`, packets);
      const long: Scenario = { ...scenario, run: { ...scenario.run, durationSeconds: 20 } };
      const ends = played(long).sent.map(({ untilMs }) => untilMs);
      expect(ends, `seed ${seed}`).toEqual(mahimahi(times, packets));
    }
  });
});

describe('rates in pieces', () => {
  test('a trace worked by hand: a packet over a change of rate, an outage and the repetition', () => {
    // 8 Mb/s for 2 ms (1,000 bytes per ms), nothing for 2 ms, 4 Mb/s for 2 ms (500 bytes per ms); then anew.
    const rates = 't_ms,rate_bps\n0,8e6\n2,0\n4,4e6\n6,repeat\n';
    const scenario = scenarioOf(rates, [
      [0, 1500],
      [1, 1000],
      [3, 1000],
      [8.5, 100],
    ]);
    expect(played(scenario).sent).toEqual([
      { sequence: 0, fromMs: 0, untilMs: 1.5 },
      // 500 bytes until 2 ms, the others at 4 Mb/s from 4 ms on.
      { sequence: 1, fromMs: 1.5, untilMs: 5 },
      // 500 bytes until 6 ms, the others at 8 Mb/s.
      { sequence: 2, fromMs: 5, untilMs: 6.5 },
      // The link sends nothing from 8 to 10 ms: it begins then.
      { sequence: 3, fromMs: 10, untilMs: 10.2 },
    ]);
  });

  /**
   * D/D/1 on a square wave: 750 bytes each ms (6 Mb/s) into a link of 12 Mb/s for 100 ms, then 4 Mb/s for 100 ms. As a
   * fluid, the backlog grows by 200 kbit and is gone 33.3 ms later. The link sends 6 of 8 Mb/s on average. The packet
   * that comes 66.7 ms into the slow half waits longest: 33.3 ms, of which it is the last to be sent at 4 Mb/s.
   */
  test('D/D/1 on a square wave', () => {
    const rates = 't_ms,rate_bps\n0,12e6\n100,4e6\n200,repeat\n';
    const packets = Array.from({ length: 2_000 }, (_, index): [number, number] => [index, 750]);
    const scenario = scenarioOf(rates, packets);
    const { run, sent } = played({ ...scenario, run: { durationSeconds: 2, sampleMs: 100 } });
    const waits = sent.map(({ sequence, fromMs }) => fromMs - sequence);
    // Nothing waits in the first 100 ms; from then on each round is like the one before.
    expect(Math.max(...waits.slice(0, 100))).toBe(0);
    expect(waits.slice(300, 1_900)).toEqual(waits.slice(100, 1_700).map((wait) => expect.closeTo(wait, 6)));
    const packetMs = 1.5;
    expect(Math.max(...waits)).toBeGreaterThan(100 / 3 - packetMs);
    expect(Math.max(...waits)).toBeLessThan(100 / 3 + packetMs);
    // Lindley's recursion: each ends when the link has sent all bits before it.
    let freeMs = 0;
    const bitsAt = (ms: number) => {
      const round = Math.floor(ms / 200);
      const rest = ms - 200 * round;
      return round * 1.6e6 + 12e3 * Math.min(rest, 100) + 4e3 * Math.max(0, rest - 100);
    };
    const msOf = (bits: number) => {
      const round = Math.floor(bits / 1.6e6);
      const rest = bits - 1.6e6 * round;
      return 200 * round + (rest <= 1.2e6 ? rest / 12e3 : 100 + (rest - 1.2e6) / 4e3);
    };
    for (const [index, { fromMs, untilMs }] of sent.entries()) {
      const startMs = Math.max(index, freeMs);
      freeMs = msOf(bitsAt(startMs) + 6000);
      expect(fromMs).toBeCloseTo(startMs, 5);
      expect(untilMs).toBeCloseTo(freeMs, 5);
    }
    const { busy, utilisation } = run.summary();
    // Of 12 Mbit that came, 200 kbit wait when the last slow half ends; the link could have sent 16 Mbit.
    expect(utilisation).toBeCloseTo(11.8 / 16, 3);
    expect(busy).toBeCloseTo(11.8 / 16, 3);
    const { series } = run.frame(0);
    const rows = Array.from({ length: 20 }, (_, row) =>
      series.subarray(row * run.seriesStride, (row + 1) * run.seriesStride),
    );
    expect(rows.map((row) => row[SeriesColumn.rateBps])).toEqual(
      rows.map((_, row) => expect.closeTo(row % 2 ? 4e6 : 12e6, 3)),
    );
    // A slow half is all busy; a fast one has the 200 kbit of the one before, and half of the rest.
    for (const [row, cells] of rows.entries())
      expect(cells[SeriesColumn.busy]).toBeCloseTo(row % 2 === 1 ? 1 : row === 0 ? 0.5 : 0.5 + 200 / 1200, 1);
  });

  const home = findPreset('home-bufferbloat') as Scenario;
  const short: Scenario = { ...home, run: { durationSeconds: 8, warmupSeconds: 2 } };

  test.each(['droptail', 'red', 'codel', 'fq-codel', 'pie', 'drr', 'dualpi2'])(
    'one piece of the same rate is a constant link: %s',
    (policy) => {
      const constant = openRun({ scenario: short, policy, seed: 3 });
      const { scenario } = withRates(short, 'link', 't_ms,rate_bps\n0,10e6\n');
      const listed = openRun({ scenario, policy, seed: 3 });
      for (const run of [constant, listed]) run.advance(run.endNs);
      expect(listed.digest()).toBe(constant.digest());
      const [one, other] = [listed.summary(), constant.summary()];
      expect(one.busy).toBeCloseTo(other.busy, 9);
      expect(one.utilisation).toBeCloseTo(other.utilisation, 9);
    },
  );

  test('a frame in a pause of the link says so, and others have the rate', () => {
    const run = openRun({ scenario: findPreset('satellite-handover')!, policy: 'droptail', seed: 1 });
    const frameAt = (seconds: number) => {
      run.advance(seconds * 1e9);
      return run.frame();
    };
    expect(frameAt(14).pauses).toBe(false);
    expect(frameAt(14.95).pauses).toBe(true);
    const after = frameAt(15.2);
    expect([after.pauses, after.rateBps > 1e6]).toEqual([false, true]);
  });

  /**
   * One queue, queues for each flow, and a policy that wakes up by itself, for all rates; LTE for the other policies
   * too.
   */
  const SOME = ['droptail', 'fq-codel', 'pie'];

  test.each(['lte', 'wifi', 'satellite'] as const)(
    '%s under all policies: shares bounded, nothing lost, the same after a checkpoint',
    (rates) => {
      for (const policy of chosen(policyIds, (id) => rates === 'lte' || SOME.includes(id))) {
        const link = { ...short.link, rates };
        let run: ReturnType<typeof openRun>;
        try {
          run = openRun({ scenario: { ...short, link, run: { durationSeconds: 3, sampleMs: 20 } }, policy, seed: 2 });
        } catch {
          continue;
        }
        run.advance(1.2e9);
        const checkpoint = run.checkpoint();
        run.advance(run.endNs);
        const digest = run.digest();
        checkpoint.restore();
        run.advance(run.endNs);
        expect([policy, run.digest()]).toEqual([policy, digest]);
        const summary = run.summary();
        expect(summary.arrived).toBe(summary.departed + summary.dropped + summary.queued);
        expect(summary.departed).toBeGreaterThan(100);
        expect(summary.busy).toBeLessThanOrEqual(1);
        expect(summary.utilisation).toBeLessThanOrEqual(summary.busy);
        const { series } = run.frame(0);
        for (let at = 0; at < series.length; at += run.seriesStride) {
          const busy = series[at + SeriesColumn.busy] as number;
          if (!Number.isNaN(busy)) expect(busy).toBeGreaterThanOrEqual(-1e-9);
          if (!Number.isNaN(busy)) expect(busy).toBeLessThanOrEqual(1);
        }
      }
    },
  );
});
