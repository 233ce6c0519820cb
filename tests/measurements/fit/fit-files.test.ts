/** What a fit of files tells besides the link: round trips under load that only the user can place, and flows. */
import { expect, test } from 'vitest';
import { directionQuestionOf, fitFiles } from '../../../src/measurements/fit/fit-files.ts';
import { withGivenNumbers } from '../../../src/measurements/fit/four-numbers.ts';
import { excerpt, measured } from '../measured.ts';

const PING = { name: 'ping.txt', measurement: measured(excerpt('pfifo-ping-down.txt')) };
const IPERF = { name: 'iperf3.json', measurement: measured(excerpt('pfifo-tcp-down.json')) };

test('the longest round trip of a ping is that of the full buffer only if its load is given and has no file', () => {
  expect(fitFiles([PING]).loadedRoundTrips.longestByDirection?.down).toBeUndefined();
  const { fit, loadedRoundTrips } = fitFiles([{ ...PING, givenDirection: 'down' }]);
  expect(loadedRoundTrips.longestByDirection).toEqual({ down: { name: 'ping.txt', ms: 150 }, up: undefined });
  const { down } = withGivenNumbers(fit, { downMbps: 20 }, loadedRoundTrips);
  expect([down.bufferMs?.value, down.bufferMs?.high]).toEqual([120, 120]);
  expect(
    fitFiles([{ ...PING, givenDirection: 'down' }, IPERF]).loadedRoundTrips.longestByDirection?.down,
  ).toBeUndefined();
});

test('flows are those of the largest load, at least one', () => {
  expect(fitFiles([]).flows).toEqual({ down: 1, up: 1 });
  const [load] = IPERF.measurement.transfers;
  const several = { ...IPERF.measurement, transfers: [{ ...(load as NonNullable<typeof load>), flows: 4 }] };
  expect(fitFiles([{ name: 'several.json', measurement: several }]).flows).toEqual({ down: 4, up: 1 });
});

test('a probe is asked for its load, and a transfer only for a direction that it does not tell', () => {
  expect(directionQuestionOf(PING)).toBe('load');
  expect(directionQuestionOf(IPERF)).toBeUndefined();
  const nuttcp = measured('  112.6875 MB /  10.00 sec =   94.5274 Mbps 2 %TX 5 %RX 0 retrans 0.24 msRTT\n');
  expect(directionQuestionOf({ name: 'nuttcp.txt', measurement: nuttcp })).toBe('direction');
  expect(directionQuestionOf({ name: 'tc.log', measurement: measured(excerpt('tc-pfifo.log')) })).toBe('interface');
});
