/** The arithmetic of four numbers, and the scenario of a fit. */
import { expect, test } from 'vitest';
import { fitLink } from '../../../src/measurements/fit/fit-link.ts';
import { fittedScenario } from '../../../src/measurements/fit/fitted-scenario.ts';
import { type GivenNumbers, QUEUE_KINDS, withGivenNumbers } from '../../../src/measurements/fit/four-numbers.ts';
import type { LoadDirection } from '../../../src/measurements/fit/link-fit.ts';
import { parseScenarioFile, scenarioToFile } from '../../../src/scenarios/files/file.ts';

const NOTHING = fitLink([]);
const WITHOUT_KIND: GivenNumbers = { downMbps: 20, upMbps: 5, idleMs: 30, loadedDownMs: 120, loadedUpMs: 400 };
const GIVEN: GivenNumbers = { ...WITHOUT_KIND, queueKind: 'pfifo' };

const ONE_EACH = { down: 1, up: 1 };

test('worked by hand: 90 ms at 20 Mb/s are 225,000 bytes, 370 ms at 5 Mb/s are 231,250', () => {
  const { baseRttMs, down, up, notes } = withGivenNumbers(NOTHING, GIVEN);
  expect(baseRttMs?.value).toBe(30);
  expect([down.bufferMs?.value, down.bufferBytes?.value]).toEqual([90, 225_000]);
  expect(down.bufferPackets?.value).toBeCloseTo(225_000 / 1_514, 5);
  expect([up.bufferMs?.value, up.bufferBytes?.value]).toEqual([370, 231_250]);
  expect([down.notes, up.notes, notes]).toEqual([[], [], []]);
});

test('the loaded latency of a speed test is a mean: the buffer is at least that', () => {
  const { down } = withGivenNumbers(withGivenNumbers(NOTHING, { downMbps: 20, idleMs: 30 }), {}, { loadedDownMs: 120 });
  expect(down.bufferMs).toMatchObject({ value: 90, low: 90, high: null });
});

test('an AQM has no buffer that shows, and a loaded round trip below the idle one shows no queue', () => {
  const aqm = withGivenNumbers(NOTHING, { ...GIVEN, queueKind: 'fq_codel' });
  expect(aqm.down.bufferMs).toBeUndefined();
  expect(aqm.down.queue.class).toBe('flow queues');
  const short = withGivenNumbers(NOTHING, { ...GIVEN, loadedDownMs: 20 });
  expect(short.down.bufferMs).toBeUndefined();
  expect(short.down.notes.join()).toContain('no queue is seen');
});

test.each([...QUEUE_KINDS, undefined])('the scenario for %s is one that the validator allows', (queueKind) => {
  const given = { ...GIVEN };
  if (queueKind === undefined) delete (given as { queueKind?: string }).queueKind;
  const { scenario } = fittedScenario(
    withGivenNumbers(NOTHING, { ...given, ...(queueKind === undefined ? {} : { queueKind }) }),
    ONE_EACH,
  );
  expect(scenario).toBeDefined();
  const { problems } = parseScenarioFile(JSON.stringify(scenarioToFile(scenario as NonNullable<typeof scenario>)));
  expect(problems).toEqual([]);
  expect(scenario).toMatchObject({ link: { rateBps: 20e6, delayMs: 15 } });
});

test('a drop-tail buffer is in packets; without a kind, three policies stand beside each other', () => {
  expect(fittedScenario(withGivenNumbers(NOTHING, GIVEN), ONE_EACH).scenario).toMatchObject({
    buffer: { packets: 149 },
    policies: { droptail: {} },
  });
  const { queueKind: _, ...numbers } = GIVEN;
  expect(fittedScenario(withGivenNumbers(NOTHING, numbers), ONE_EACH).scenario).toMatchObject({
    buffer: { bytes: 225_000 },
    policies: { droptail: {}, codel: {}, 'fq-codel': {} },
  });
});

test('without the rate or the idle round trip there is no scenario, and the reason is told', () => {
  expect(fittedScenario(withGivenNumbers(NOTHING, { downMbps: 20 }), ONE_EACH)).toEqual({
    notes: ['No scenario: the idle round trip is not known.'],
  });
});

test('both ways have the rate, the buffer and the load of each, and the queue up its own policy if it differs', () => {
  const { scenario, notes } = fittedScenario(withGivenNumbers(NOTHING, GIVEN), { down: 2, up: 1 }, 'both');
  // 370 ms at 5 Mb/s are 231,250 bytes, or 153 packets of 1514.
  expect(scenario).toMatchObject({
    link: { rateBps: 20e6, delayMs: 15 },
    buffer: { packets: 149 },
    up: { link: { rateBps: 5e6 }, buffer: { packets: 153 }, policies: {} },
    sources: { download: { flows: 2 }, upload: { flows: 1, direction: 'up' }, ping: { kind: 'ping' } },
  });
  expect(scenario?.up?.link.policy).toBeUndefined();
  expect(notes[0]).toMatch(/^Both ways have a queue/);
  const { problems } = parseScenarioFile(JSON.stringify(scenarioToFile(scenario as NonNullable<typeof scenario>)));
  expect(problems).toEqual([]);
  const fit = withGivenNumbers(NOTHING, GIVEN);
  const other = {
    ...fit,
    up: { ...fit.up, queue: { ...fit.up.queue, class: 'flow queues' as const, kind: 'fq_codel' } },
  };
  expect(fittedScenario(other, ONE_EACH, 'both').scenario?.up?.link.policy).toBe('fq-codel');
  expect(fittedScenario(withGivenNumbers(NOTHING, { downMbps: 20, idleMs: 30 }), ONE_EACH, 'both').notes).toEqual([
    'No scenario: the rate of the way up is not known.',
  ]);
});

test('with both ways loaded, a note says that the unit of the buffer is a guess, unless a discipline is given', () => {
  const notesWith = (given: GivenNumbers, direction: LoadDirection) =>
    fittedScenario(withGivenNumbers(NOTHING, given), ONE_EACH, direction).notes;
  const hasNote = (notes: readonly string[]) => notes.some((note) => note.includes('packets or bytes'));
  expect(hasNote(notesWith(WITHOUT_KIND, 'both'))).toBe(true);
  for (const queueKind of ['pfifo', 'bfifo', 'fq_codel'])
    expect(hasNote(notesWith({ ...WITHOUT_KIND, queueKind }, 'both'))).toBe(false);
  expect(hasNote(notesWith(WITHOUT_KIND, 'down'))).toBe(false);
});

test('bfifo has a buffer in bytes', () => {
  const { scenario } = fittedScenario(withGivenNumbers(NOTHING, { ...GIVEN, queueKind: 'bfifo' }), ONE_EACH);
  expect(scenario?.buffer).toEqual({ bytes: 225_000 });
});
