/** `run` with a link of the page, and with a preset whose lanes have values of their own. */
import { expect, test } from 'vitest';
import { sim } from '../harness.ts';

interface Report {
  readonly seed: number;
  readonly lanes: readonly { readonly policy: string; readonly params: Readonly<Record<string, unknown>> }[];
}

const reportOf = (...argv: string[]) => {
  const { out, err, status } = sim(['run', ...argv, '--duration', '0.2', '--json']);
  if (status !== 0) throw new Error(err);
  return JSON.parse(out) as Report;
};
const LINK = 'v=5&p=single-tcp&seed=7&lanes=pie,pie&lanes.0.variant=linux&lanes.1.targetMs=30';

test.each(['#', 'https://example.org/page/#', ''])('a link is run with its lanes and its seed: %s', (front) => {
  const { seed, lanes } = reportOf(`${front}${LINK}`);
  expect(seed).toBe(7);
  expect(lanes.map(({ params }) => [params.variant, params.targetMs])).toEqual([
    ['linux', 15],
    ['rfc', 30],
  ]);
});

test('a requested seed or policy counts instead', () => {
  const { seed, lanes } = reportOf(`#${LINK}`, '--seed', '2', '--policy', 'pie');
  expect([seed, lanes.length, lanes[0]?.params.targetMs]).toEqual([2, 1, 15]);
});

test('what a link cannot have here is named', () => {
  const errorOf = (link: string) => sim(['run', link]).err;
  expect(errorOf('#v=5&p=single-tcp&lanes=pie&lanes.0.targetMs=x')).toContain(
    'link: lanes.0.targetMs: x is not allowed',
  );
  expect(errorOf('#v=5&p=single-tcp&lanes=pie&edits=1:lanes.0.targetMs:20')).toContain(
    'it has a change during the run',
  );
  expect(errorOf('https://example.org/')).toContain('link: it has no run behind #');
});

test('a preset may have lanes of one policy, which the table names by their letters', () => {
  const lanes = reportOf('three-pies').lanes.map(({ params: { variant, kernelHz } }) => `${variant} ${kernelHz}`);
  expect(lanes[0]).toContain('rfc');
  expect(lanes.slice(1)).toEqual(['linux 100', 'linux 1000']);
  const { out } = sim(['run', 'three-pies', '--duration', '0.2']);
  expect(out).toMatch(/^A PIE, RFC 8033 .*\nB PIE, Linux 100 Hz .*\nC PIE, Linux 1000 Hz /m);
  // The link of the run has them too.
  expect(sim(['url', 'three-pies']).out).toContain('lanes=pie,pie,pie&lanes.1.variant=linux');
});
