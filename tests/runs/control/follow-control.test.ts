/**
 * BBRv3 and QUIC's estimator, ACK by ACK against published programs: noq-proto 1.4.0 (`Bbr3`) and s2n-quic-core 0.91.0
 * (`RttEstimator`). The lists in golden/fixtures have their inputs and their answers (README.md there).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { tolerances } from '../../../src/papers/tolerances.ts';
import { parseControlEvents } from '../../../src/runs/control/control-events.ts';
import { followControl } from '../../../src/runs/control/follow-control.ts';
import { followRtt, RTT_COLUMNS } from '../../../src/runs/control/follow-rtt.ts';

const read = (name: string) =>
  gunzipSync(readFileSync(join(import.meta.dirname, '../../golden/fixtures', name))).toString();

/** A list as objects by column. */
function rowsOf(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] as string, cell])));
}

describe.each([
  // 1 Mb/s, 100 ms, 20 packets: the least window matters. Startup ends by a plateau, and the round trip is probed.
  ['bbr3-small.csv.gz', ['Startup', 'Drain', 'Down', 'Cruise', 'Refill', 'Up', 'ProbeRtt']],
  // 10 Mb/s, 40 ms, 10 packets: losses end Startup and Up, and bound the amount in flight.
  ['bbr3-shallow.csv.gz', ['Startup', 'Drain', 'Down', 'Cruise', 'Refill', 'Up', 'ProbeRtt']],
])('%s', (name, states) => {
  const csv = read(name);
  const expected = rowsOf(csv).filter(({ event }) => event === 'acked' || event === 'lost');
  const answers = followControl(parseControlEvents(csv), 'draft');

  test('states, rounds and least round trips are equal at every ACK and loss', () => {
    expect(answers.map(({ state, round }) => `${state} ${round}`)).toEqual(
      expected.map(({ state, round }) => `${state} ${round}`),
    );
    expect(answers.map(({ minRttNs }) => (minRttNs / 1e6).toFixed(2))).toEqual(
      expected.map(({ min_rtt = '' }) => Number.parseFloat(min_rtt).toFixed(2)),
    );
    expect([...new Set(answers.map(({ state }) => state))].sort()).toEqual([...states].sort());
  });

  test('windows and pacing rates are equal', () => {
    const worst = { window: 0, pacing: 0 };
    for (const [index, { windowBytes, pacingBytesPerSecond }] of answers.entries()) {
      const { window_bytes, pacing_bytes_per_s } = expected[index] as Record<string, string>;
      worst.window = Math.max(worst.window, Math.abs(windowBytes / Number(window_bytes) - 1));
      worst.pacing = Math.max(worst.pacing, Math.abs(pacingBytesPerSecond / Number(pacing_bytes_per_s) - 1));
    }
    expect(worst.window).toBeLessThan(tolerances.bbr3Window.value);
    expect(worst.pacing).toBeLessThan(tolerances.bbr3Pacing.value);
  });

  test('only inputs and drawn numbers are read', () => {
    const answerColumns = ['window_bytes', 'pacing_bytes_per_s', 'state', 'min_rtt', 'round'];
    const [head = '', ...lines] = csv.trim().split('\n');
    const names = head.split(',');
    const emptied = lines.map((line) =>
      line
        .split(',')
        .map((cell, index) => (answerColumns.includes(names[index] as string) ? '' : cell))
        .join(),
    );
    expect(followControl(parseControlEvents([head, ...emptied].join('\n')), 'draft')).toEqual(answers);
  });

  test('with the filter of two cycles, the answers differ', () => {
    expect(followControl(parseControlEvents(csv), 'twoCycles')).not.toEqual(answers);
  });
});

test('the estimator gives the times of the program in every microsecond', () => {
  const csv = read('quic-rtt.csv.gz');
  const expected = rowsOf(csv).map((row) => RTT_COLUMNS.map((column) => Number(row[column])));
  expect(expected).toHaveLength(600);
  expect(followRtt(csv)).toEqual(expected);
});
