/**
 * Results of networkQuality of macOS (-c: JSON; also its text). Rates are in bit/s. Responsiveness counts round trips per
 * minute, of new connections and of requests on loaded ones: it is more than the wait in the queue.
 */
import { isJsonFields, numberAtKey, parseJsonText, textAt } from '../json-text.ts';
import { type Measurement, type MeasurementReader, measurementOf, NO_CLOCK, type SpeedTest } from '../measurement.ts';
import { megabits, roundMeasured } from '../text-lines.ts';

const TEXT = /^(?:Downlink|Uplink) capacity: [\d.]+ [KMG]bps/m;
const MS_PER_MINUTE = 60_000;

export const networkQualityReader: MeasurementReader = {
  name: 'a result of networkQuality',
  matches: (beginning) =>
    (/^\{/.test(beginning) && /"(?:dl|ul)_throughput"\s*:/.test(beginning)) || TEXT.test(beginning),
  read: (text) => {
    if (!/^\uFEFF?\s*\{/.test(text)) return [readText(text)];
    const { values, notes } = parseJsonText(text);
    return values.filter(isJsonFields).map((record) => {
      const [down, up, idle, downRpm, upRpm, rpm] = [
        'dl_throughput',
        'ul_throughput',
        'base_rtt',
        'dl_responsiveness',
        'ul_responsiveness',
        'responsiveness',
      ].map((key) => numberAtKey(record, key));
      return qualityMeasurement(
        {
          ...(down === undefined ? {} : { downMbps: megabits(down) }),
          ...(up === undefined ? {} : { upMbps: megabits(up) }),
          ...(idle === undefined ? {} : { idleMs: idle }),
          ...(downRpm === undefined || downRpm <= 0 ? {} : { loadedDownMs: roundMeasured(MS_PER_MINUTE / downRpm) }),
          ...(upRpm === undefined || upRpm <= 0 ? {} : { loadedUpMs: roundMeasured(MS_PER_MINUTE / upRpm) }),
        },
        rpm,
        notes,
        [textAt(record, 'test_endpoint')].filter((name): name is string => name !== undefined),
      );
    });
  },
};

function qualityMeasurement(
  speedTest: SpeedTest,
  responsivenessRpm: number | undefined,
  notes: readonly string[],
  addresses: readonly string[],
): Measurement {
  return measurementOf({
    format: 'networkQuality',
    tool: 'networkQuality (macOS)',
    clock: NO_CLOCK,
    values: { ...speedTest, ...(responsivenessRpm === undefined ? {} : { responsivenessRpm }) },
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
    return amount === undefined ? undefined : roundMeasured(Number(amount) * (factors[prefix] as number));
  };
  const number = (pattern: RegExp) => {
    const value = Number.parseFloat(pattern.exec(text)?.[1] ?? '');
    return Number.isNaN(value) ? undefined : value;
  };
  const [down, up] = [rate('Downlink'), rate('Uplink')];
  const [downRpm, upRpm] = ['Downlink', 'Uplink'].map((name) =>
    number(new RegExp(`^${name} Responsiveness:.*?\\(?([\\d.]+) RPM`, 'mi')),
  );
  const idle = number(/^Idle Latency:.*?([\d.]+) milliseconds/im);
  return qualityMeasurement(
    {
      ...(down === undefined ? {} : { downMbps: down }),
      ...(up === undefined ? {} : { upMbps: up }),
      ...(idle === undefined ? {} : { idleMs: idle }),
      ...(downRpm === undefined ? {} : { loadedDownMs: roundMeasured(MS_PER_MINUTE / downRpm) }),
      ...(upRpm === undefined ? {} : { loadedUpMs: roundMeasured(MS_PER_MINUTE / upRpm) }),
    },
    number(/^Responsiveness:.*?\(?([\d.]+) RPM/m),
    [],
    [],
  );
}
