/** Data files of flent: 8 s from a test that loaded both directions. */
import { expect, test } from 'vitest';
import { excerpt, measured, seriesOf, statisticsOf } from '../measured.ts';

test('raw values count the losses that the interpolated series bridge over', () => {
  const flent = measured(excerpt('rrul.flent'));
  expect(flent.values).toMatchObject({ test: 'rrul_be', lengthSeconds: 20, stepSeconds: 0.2, points: 40 });
  expect(flent.values.results).toMatchObject({
    'Ping (ms) ICMP': { points: 40, nulls: 0 },
    'TCP totals': { points: 40, nulls: 2 },
  });
  // 38 samples of the probes 24 to 63, of which two are missing.
  expect(flent.values.raw).toMatchObject({
    'Ping (ms) ICMP': { samples: 38, highestSequence: 63, missingBelowIt: 24 + 2 },
  });
  expect(statisticsOf(flent, 'Ping (ms) ICMP, raw')).toEqual({
    min: 30,
    median: 240.5,
    p95: 315,
    max: 320,
    mean: 217.7368,
  });
  expect(statisticsOf(flent, 'Ping (ms) UDP BE1, raw')).toEqual({
    min: 30,
    median: 236.1096,
    p95: 309.8976,
    max: 320.7098,
    mean: 215.486,
  });
  expect(statisticsOf(flent, 'TCP totals, interpolated').mean).toBeCloseTo(14.6669, 4);
  expect(seriesOf(flent, 'TCP totals, interpolated')).toMatchObject({ isInterpolated: true, missingCount: 2 });
});

test('one-way delays of its UDP pings are series too', () => {
  const flent = measured(excerpt('rrul.flent'));
  expect(seriesOf(flent, 'Ping (ms) UDP BE1, one way up, raw').direction).toBe('up');
});

test('flows are transfers; the mean is one over the time that was reported', () => {
  const flent = measured(excerpt('rrul.flent'));
  expect(flent.values.raw).toMatchObject({
    'TCP upload BE': { samples: 21, meanMbpsOverReportedTime: 0.876242, reportedSeconds: 7.64 },
  });
  expect(flent.transfers.map(({ direction, isBothWays, protocol }) => [direction, isBothWays, protocol])).toEqual([
    ['down', true, 'TCP'],
    ['up', true, 'TCP'],
  ]);
});

test('half a file: the raw values up to the cut, with the place of the cut', () => {
  const text = new TextDecoder().decode(excerpt('rrul.flent'));
  const flent = measured(text.slice(0, text.indexOf('"TCP download BE": [', text.indexOf('raw_values')) + 300));
  expect(flent.notes[0]).toMatch(/cut off in line 1, at raw_values\.TCP download BE\[\d+\]/);
  expect(seriesOf(flent, 'Ping (ms) ICMP, raw').samples).toHaveLength(38);
  expect(seriesOf(flent, 'TCP download BE, raw').samples.length).toBeGreaterThan(3);
});

test('a negative delay and a text in place of a number name their fields', () => {
  const data = JSON.parse(new TextDecoder().decode(excerpt('rrul.flent')));
  data.raw_values['Ping (ms) ICMP'][3].val = -2;
  data.results['TCP totals'][5] = '13,9';
  const flent = measured(JSON.stringify(data));
  expect(flent.notes.join()).toContain('raw_values.Ping (ms) ICMP[3], results.TCP totals[5]');
  expect(seriesOf(flent, 'Ping (ms) ICMP, raw').samples).toHaveLength(37);
});

test('hosts in names of series are numbered, and no part of their names tells a quantity', () => {
  const text = new TextDecoder()
    .decode(excerpt('rrul.flent'))
    .replaceAll('TCP download BE"', 'TCP download BE shopping.rtt.example"')
    .replaceAll('Ping (ms) ICMP"', 'Ping (ms) ICMP upload.example"');
  const flent = measured(text);
  expect(JSON.stringify(flent)).not.toMatch(/rtt\.example|upload\.example/);
  expect(flent.transfers.map(({ direction }) => direction)).toEqual(['down', 'up']);
  const { addresses } = measured(text, true);
  const number = addresses.indexOf('upload.example') + 1;
  expect(seriesOf(flent, `Ping (ms) ICMP host ${number}, raw`)).toMatchObject({
    quantity: 'delay',
    direction: 'round trip',
  });
  const cut = measured(text.slice(0, text.indexOf('"TCP download BE shop', text.indexOf('raw_values')) + 300));
  expect(cut.notes[0]).toMatch(/at raw_values\.TCP download BE host \d\[\d+\]/);
});
