/** The round trips that are read from captures, against those of tcptrace, an independent program. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readMeasurements } from '../../src/measurements/read-measurements.ts';
import { sampleStatistics } from '../../src/measurements/samples.ts';
import { joinedBytes } from '../../src/shared/joined-bytes.ts';
import { sim } from '../cli/harness.ts';
import { fileOf, tsharkIsThere } from './tshark.ts';

const hasPrograms = tsharkIsThere();

/** Figures of the first host in the report of tcptrace. */
function tcptraceFigures(path: string) {
  const report = execFileSync('tcptrace', ['-lr', path], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const figure = (name: string) => Number(new RegExp(`${name}: +([\\d.]+)`).exec(report)?.[1]);
  return {
    bytes: figure('unique bytes sent'),
    packets: figure('actual data pkts'),
    samples: figure('RTT samples'),
    min: figure('RTT min'),
    max: figure('RTT max'),
    mean: figure('RTT avg'),
  };
}

test.skipIf(!hasPrograms).each([
  ['single-tcp', 'droptail', []],
  ['single-tcp', 'codel', ['--set', 'sources.tcp.conformance=rfc', '--set', 'sources.tcp.congestion=cubic']],
  ['single-tcp', 'droptail', ['--set', 'sources.tcp.delayedAck=true']],
])('%s over %s, %j: the same number of round trips, the same least, mean and longest', (preset, policy, options) => {
  const words = ['run', preset, '--policy', policy, '--duration', '30', ...options, '--pcapng', 'run.pcapng'];
  const { status, err, binary } = sim([...words, '--interfaces', 'before']);
  expect(status, err).toBe(0);
  const chunks = binary.get('run.pcapng') ?? [];
  const bytes = joinedBytes(
    chunks,
    chunks.reduce((sum, chunk) => sum + chunk.length, 0),
  );
  const theirs = tcptraceFigures(fileOf([bytes]));
  const [capture] = readMeasurements(bytes);
  const series = capture?.series.find(({ name }) => name.endsWith('first host, round trip of TCP from data to ACK'));
  const ours = sampleStatistics(series?.samples ?? new Float64Array(0));
  expect(capture?.values.transfers).toMatchObject([
    { first: { newBytes: theirs.bytes, dataSegments: theirs.packets, roundTripsByAck: theirs.samples } },
  ]);
  // It prints tenths of a millisecond.
  for (const key of ['min', 'max', 'mean'] as const)
    expect(Math.abs((ours?.[key] ?? 0) - theirs[key]), key).toBeLessThanOrEqual(0.0501);
});
