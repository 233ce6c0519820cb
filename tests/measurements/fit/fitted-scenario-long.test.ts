/**
 * Runs the scenario that is fitted to measurements, and compares it with them: the engine has to give the round trips
 * and the goodput that the tools measured over queueing disciplines of Linux.
 */
import { expect, test } from 'vitest';
import { sim } from '../../cli/harness.ts';
import { excerpt, measured, statisticsOf } from '../measured.ts';

/**
 * Largest differences, as shares. The longest waits and the goodput depend on the queue, hardly on the times of losses.
 */
const P95_ERROR = 0.02;
const GOODPUT_ERROR = 0.01;

test.each(['pfifo', 'fq-codel'])('%s: p95 of the ping, and goodput', (queue) => {
  const names = [`${queue}-ping-down.txt`, `${queue}-tcp-down.json`, `${queue}-udp-down.json`];
  const { status, out } = sim(
    ['fit', ...names, '--json'],
    Object.fromEntries(names.map((name) => [name, excerpt(name)])),
  );
  expect(status).toBe(0);
  const { scenario, fit } = JSON.parse(out);
  const run = sim(['run', 'link.json', '--json'], { 'link.json': JSON.stringify(scenario) });
  expect(run.status).toBe(0);
  const { classes } = JSON.parse(run.out).lanes[0];
  const [download, ping] = ['download', 'ping'].map((id) =>
    classes.find((candidate: { class: string }) => candidate.class === id),
  );
  expect(fit.down.queue.class).toBe(queue === 'pfifo' ? 'drop-tail' : 'flow queues');
  const p95 = statisticsOf(measured(excerpt(names[0] as string)), 'round trip').p95 as number;
  expect(Math.abs(ping.roundTrip.p95Ms / p95 - 1)).toBeLessThan(P95_ERROR);
  const { goodputMbps } = measured(excerpt(names[1] as string)).values.down as { goodputMbps: number };
  expect(Math.abs(download.throughputBps / 1e6 / goodputMbps - 1)).toBeLessThan(GOODPUT_ERROR);
});
