/**
 * Results of networkQuality of macOS (-c: JSON; also its text). Rates are in bit/s. Responsiveness counts round trips
 * per minute, of new connections and of requests on loaded ones: it is more than the wait in the queue.
 */
import { isFields } from '../../shared/nesting.ts';
import { required } from '../../shared/required.ts';
import { numberAtKey, parseJsonText, textAt } from '../json-text.ts';
import type { Measurement, MeasurementReader, SpeedTest } from '../measurement.ts';
import { megabits, numberIn, roundMeasured } from '../text-lines.ts';
import { speedTestMeasurement } from './speed-test-measurement.ts';

const TEXT = /^(?:Downlink|Uplink) capacity: [\d.]+ [KMG]bps/m;
const MS_PER_MINUTE = 60_000;
const loadedMs = (rpm: number | undefined) => (rpm === undefined ? undefined : roundMeasured(MS_PER_MINUTE / rpm));

export const networkQualityReader: MeasurementReader = {
  name: 'a result of networkQuality',
  matches: (beginning) =>
    (/^\{/.test(beginning) && /"(?:dl|ul)_throughput"\s*:/.test(beginning)) || TEXT.test(beginning),
  read: (text) => {
    if (!/^\uFEFF?\s*\{/.test(text)) return [readText(text)];
    const { values, notes } = parseJsonText(text);
    return values.filter(isFields).map((record) => {
      const number = (key: string) => numberAtKey(record, key);
      const rpm = (key: string) => [number(key)].find((value = 0) => value > 0);
      return qualityMeasurement(
        {
          downMbps: megabits(number('dl_throughput')),
          upMbps: megabits(number('ul_throughput')),
          idleMs: number('base_rtt'),
          loadedDownMs: loadedMs(rpm('dl_responsiveness')),
          loadedUpMs: loadedMs(rpm('ul_responsiveness')),
        },
        number('responsiveness'),
        notes,
        [textAt(record, 'test_endpoint')],
      );
    });
  },
};

function qualityMeasurement(
  speedTest: SpeedTest,
  responsivenessRpm: number | undefined,
  notes: readonly string[],
  addresses: readonly (string | undefined)[],
): Measurement {
  return speedTestMeasurement({
    format: 'networkQuality',
    tool: 'networkQuality (macOS)',
    values: { responsivenessRpm },
    speedTest,
    notes: [
      'Round trips under load are 60 s divided by the responsiveness. It mixes new connections with requests on loaded ones, so it is more than the queue.',
      ...(speedTest.loadedDownMs === undefined && responsivenessRpm !== undefined
        ? ['Both directions were loaded together, or one value is for both: no direction has a round trip of its own.']
        : []),
      ...notes,
    ],
    addresses,
  });
}

function readText(text: string): Measurement {
  const factors: Readonly<Record<string, number>> = { K: 1e-3, M: 1, G: 1e3 };
  const rate = (name: string) => {
    const [, amount, prefix = 'M'] = new RegExp(`^${name} capacity: ([\\d.]+) ([KMG])bps`, 'm').exec(text) ?? [];
    return amount === undefined ? undefined : roundMeasured(Number(amount) * required(factors[prefix]));
  };
  const rpm = (name: string) => numberIn(text, new RegExp(`^${name} Responsiveness:.*?\\(?([\\d.]+) RPM`, 'mi'));
  return qualityMeasurement(
    {
      downMbps: rate('Downlink'),
      upMbps: rate('Uplink'),
      idleMs: numberIn(text, /^Idle Latency:.*?([\d.]+) milliseconds/im),
      loadedDownMs: loadedMs(rpm('Downlink')),
      loadedUpMs: loadedMs(rpm('Uplink')),
    },
    numberIn(text, /^Responsiveness:.*?\(?([\d.]+) RPM/m),
    [],
    [],
  );
}
