/** A fitted line as lanes. */
import { expect, test } from 'vitest';
import { MAX_TRIED, runOfLine, TRIED_DISCIPLINES } from '../../../src/app/line/line-lanes.ts';
import { TYPICAL_LINES } from '../../../src/app/line/line-numbers.ts';
import { fitWithTexts } from '../../../src/app/line/my-line.ts';
import { fitFiles } from '../../../src/measurements/fit/fit-files.ts';
import { type GivenNumbers, QUEUE_KINDS, withGivenNumbers } from '../../../src/measurements/fit/four-numbers.ts';
import type { LoadDirection } from '../../../src/measurements/fit/link-fit.ts';
import { hasLoadedPolicies, policyValuesAt } from '../../../src/run-state/run-values.ts';
import { problemWith } from '../../../src/run-state/validity.ts';
import '../../../src/policies/registry.ts';

const NOTHING = fitFiles([]);
const ONE_EACH = { down: 1, up: 1 };
const GIVEN: GivenNumbers = { downMbps: 20, upMbps: 5, idleMs: 30, loadedDownMs: 120, loadedUpMs: 400 };

function lanesOf(given: GivenNumbers, tried: readonly string[], direction: LoadDirection = 'down') {
  const line = runOfLine(withGivenNumbers(NOTHING.fit, given), direction, tried, ONE_EACH, 7);
  if (typeof line === 'string') throw new Error(line);
  return line.run;
}

test('lane A has the buffer of the line, the others the variants of Linux with the defaults of tc', () => {
  const run = lanesOf(GIVEN, ['fq_codel', 'codel', 'pie']);
  expect(run.lanes.map(({ policy }) => policy)).toEqual(['pfifo', 'fq-codel', 'codel', 'pie']);
  // 90 ms at 20 Mb/s are 225 kB, so 148.6 packets of 1514 bytes.
  expect(policyValuesAt(run, 0, 0)).toMatchObject({ limit: 149 });
  expect(policyValuesAt(run, 1, 0)).toMatchObject({
    variant: 'linux',
    targetMs: 5,
    intervalMs: 100,
    queues: 1024,
    ecn: true,
  });
  expect(policyValuesAt(run, 2, 0)).toMatchObject({ variant: 'linux', targetMs: 5, intervalMs: 100, ecn: false });
  expect(policyValuesAt(run, 3, 0)).toMatchObject({ variant: 'linux', targetMs: 15, updateMs: 15 });
  expect(run).toMatchObject({ seed: 7, custom: { link: { rateBps: 20e6, delayMs: 15 }, buffer: { packets: 10_240 } } });
});

test('the way up has its own rate and buffer, and an upload', () => {
  const run = lanesOf(GIVEN, ['cake'], 'up');
  expect(run.custom).toMatchObject({ link: { rateBps: 5e6 }, title: 'My line, upload' });
  expect(Object.keys(run.custom?.sources ?? {})).toEqual(['upload', 'ping']);
  expect(run.lanes.map(({ policy }) => policy)).toEqual(['pfifo', 'cake']);
  // 370 ms at 5 Mb/s are 231250 bytes.
  expect(policyValuesAt(run, 0, 0)).toMatchObject({ limit: 153 });
});

test('the title says that the buffer is assumed if nothing shows it', () => {
  const { loadedDownMs: _, ...unloaded } = GIVEN;
  expect(lanesOf(unloaded, ['cake']).custom?.title).toBe('My line, download, buffer assumed');
  expect(lanesOf(unloaded, ['cake'], 'up').custom?.title).toBe('My line, upload');
  expect(lanesOf(unloaded, ['cake'], 'both').custom?.title).toBe('My line, both ways, buffer assumed');
});

test('both ways at once have the rates, the buffers and the loads of both, and each discipline up as down', () => {
  const run = lanesOf(GIVEN, ['fq_codel', 'sqm'], 'both');
  expect(run.lanes.map(({ policy }) => policy)).toEqual(['pfifo', 'fq-codel', 'cake']);
  expect(run.custom).toMatchObject({
    link: { rateBps: 20e6, delayMs: 15 },
    up: {
      link: { rateBps: 5e6 },
      policies: { pfifo: { limit: 153 }, cake: { bandwidthBps: 4.75e6, modemPackets: 153 } },
    },
    policies: { pfifo: { limit: 149 }, cake: { bandwidthBps: 19e6, modemPackets: 149 } },
    sources: { upload: { direction: 'up' } },
  });
  expect(Object.keys(run.custom?.sources ?? {})).toEqual(['download', 'upload', 'ping']);
  expect(problemWith(run)).toBeUndefined();
  expect(run.custom?.summary).toContain('is a guess');
  expect(lanesOf({ ...GIVEN, queueKind: 'bfifo' }, [], 'both').custom?.summary).not.toContain('is a guess');
  expect(lanesOf(GIVEN, []).custom?.summary).not.toContain('is a guess');
  expect(runOfLine(withGivenNumbers(NOTHING.fit, { downMbps: 20, idleMs: 30 }), 'both', [], ONE_EACH, 1)).toMatch(
    /^Missing: the upload rate\./,
  );
});

test.each(QUEUE_KINDS)(
  'a line whose queue is %s, beside each discipline, is a run that the page allows',
  (queueKind) => {
    for (const { kind } of TRIED_DISCIPLINES) {
      const run = lanesOf({ ...GIVEN, queueKind }, [kind]);
      expect(hasLoadedPolicies(run)).toBe(true);
      expect(problemWith(run)).toBeUndefined();
      expect(new Set(run.lanes.map((lane) => JSON.stringify(lane))).size).toBe(run.lanes.length);
    }
  },
);

test.each(TYPICAL_LINES)('$name opens in both directions with as many lanes as there can be', ({ texts }) => {
  for (const direction of ['down', 'up', 'both'] as const) {
    const line = runOfLine(
      fitWithTexts(NOTHING, texts, undefined),
      direction,
      ['fq_codel', 'cake', 'codel', 'pie'],
      ONE_EACH,
      1,
    );
    if (typeof line === 'string') throw new Error(line);
    expect(line.run.lanes).toHaveLength(1 + MAX_TRIED);
    expect(problemWith(line.run)).toBeUndefined();
  }
});

test('without a rate or a round trip, there is no run, and the reason names them', () => {
  expect(runOfLine(NOTHING.fit, 'up', [], ONE_EACH, 1)).toContain('the upload rate and the idle round trip');
  expect(runOfLine(withGivenNumbers(NOTHING.fit, { downMbps: 20 }), 'down', [], ONE_EACH, 1)).toMatch(
    /^Missing: the idle round trip\./,
  );
});

test('SQM is CAKE at 95 % of the rate before the buffer of the line', () => {
  const run = lanesOf(GIVEN, ['cake', 'sqm', 'fq_codel']);
  expect(run.lanes.map(({ policy }) => policy)).toEqual(['pfifo', 'cake', 'cake', 'fq-codel']);
  expect(policyValuesAt(run, 2, 0)).toMatchObject({ bandwidthBps: 19e6, modemPackets: 149 });
  expect(policyValuesAt(run, 1, 0)).not.toMatchObject({ bandwidthBps: 19e6 });
});
