/** What `plan` takes for the file of a sweep. */
import { expect, test } from 'vitest';
import { sim } from '../harness.ts';

const SWEEP = JSON.stringify({ scenario: 'md1', axes: [{ path: 'load', from: 0.1, to: 1, places: 5 }] });

test('an existing file is a sweep, whatever its name', () => {
  const { status, out } = sim(['plan', 'sweep.json'], { 'sweep.json': SWEEP });
  expect([status, JSON.parse(out).tasks]).toEqual([0, 5]);
  for (const name of ['sweep', './sweep.txt']) expect(sim(['plan', name], { [name]: SWEEP }).out).toBe(out);
  expect(sim(['plan', 'notes'], { notes: 'hello' })).toMatchObject({
    status: 2,
    err: expect.stringMatching(/^notes: not JSON/),
  });
  expect(sim(['plan', 'nothing'], {})).toMatchObject({ status: 2, err: expect.stringMatching(/nothing is unknown/) });
});
