/** The line from 0 to 1 beside a random decision, with places worked by hand. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { red } from '../../../src/policies/packets/red.ts';
import { ProbabilityLine } from '../../../src/ui/why/history.tsx';
import { explainVerdict, type RandomComparison } from '../../../src/ui/why/reasoning.ts';

const drawOf = (randomNumber: number, probability: number): RandomComparison => ({
  randomNumber,
  probability,
  randomNumberText: String(randomNumber),
  probabilityText: String(probability),
});

test('the line is 228 px long from 6 px: a draw of 0.5 is at 120 px, a probability of 0.75 at 177 px', () => {
  const markup = renderToStaticMarkup(<ProbabilityLine comparison={drawOf(0.5, 0.75)} />);
  expect(markup).toContain('M120 ');
  expect(markup).toMatch(/width="171"[^>]*class="drop-range"/);
  expect(markup).toContain('The random number 0.5 &lt; 0.75');
});

test('a draw at or above the probability does not choose the packet, and the words say so', () => {
  expect(renderToStaticMarkup(<ProbabilityLine comparison={drawOf(0.25, 0.25)} />)).toContain('0.25 ≥ 0.25');
});

test('a step that compares a draw with a probability has such a line; a full buffer has none', () => {
  const reasonOf = (id: string) => red.reasons.find((reason) => reason.id === id)!;
  const operands = { draw: 0.06, probability: 0.08 };
  const early = explainVerdict(reasonOf('early'), { operands, steps: ['draw < probability'], values: {} }, red);
  expect(early.randomComparison).toEqual(drawOf(0.06, 0.08));
  const full = explainVerdict(
    reasonOf('full'),
    { operands: { waiting: 5, limitPackets: 5 }, steps: ['waiting + 1 > limitPackets'], values: {} },
    red,
  );
  expect(full.randomComparison).toBeUndefined();
});
