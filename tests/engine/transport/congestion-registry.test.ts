/** Every named control can be loaded and runs, from the start and from a checkpoint. */
import { expect, test } from 'vitest';
import type { Scenario } from '../../../src/engine/scenario.ts';
import { congestionChoices, needsMarks } from '../../../src/engine/transport/congestion/choices.ts';
import { congestionControls } from '../../../src/engine/transport/congestion/registry.ts';
import { openRun } from '../../../src/runs/simulate.ts';

test('the choices of the parameter are the controls of the registry, in the same order', () => {
  expect(congestionControls.map(({ id }) => id)).toEqual(congestionChoices.map(({ value }) => value));
});

test('the controls that need marks are those that count them', () => {
  for (const { id, countsMarks = false } of congestionControls) expect(countsMarks, id).toBe(needsMarks(id));
  expect(congestionControls.some(({ countsMarks }) => countsMarks)).toBe(true);
});

const scenario = (congestion: string): Scenario => ({
  id: 'test',
  title: 'test',
  summary: '',
  citation: '',
  link: { rateBps: 5e6, delayMs: 15 },
  access: { receiverDelayMs: 1 },
  buffer: { packets: 40 },
  run: { durationSeconds: 12 },
  sources: { tcp: { kind: 'tcp', label: 'TCP', flows: 3, accessDelayMs: [1, 5, 9], congestion } },
  policies: { red: {} },
});

test.each(congestionChoices.map(({ value }) => value))('%s: from a checkpoint the run goes on as it did', (id) => {
  const run = openRun({ scenario: scenario(id), policy: 'red', seed: 1 });
  const times = [4e9, 4.3e9, 9e9];
  const digests = times.map((timeNs, index) => {
    run.advance(timeNs);
    return { checkpoint: index === 0 ? run.checkpoint() : undefined, digest: run.digest() };
  });
  for (let again = 0; again < 2; again++) {
    digests[0]?.checkpoint?.restore();
    for (const [index, timeNs] of times.entries()) {
      run.advance(timeNs);
      expect(run.digest()).toBe(digests[index]?.digest);
    }
  }
});
