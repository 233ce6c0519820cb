/** The sentence of the scenario, and a story in its place. */
import { expect, test } from 'vitest';
import { scenarioOfRun } from '../../../src/run-state/run-values.ts';
import { Headline } from '../../../src/ui/headline/headline.tsx';
import { opened } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

test('the sentence of the scenario is read, and can be unfolded', () => {
  const page = opened();
  const screen = render(<Headline />, page);
  expect(screen.get('region', 'Headline').text).toContain(scenarioOfRun(page.state.run).summary);
  expect(screen.get('button', 'More').on).toBe(false);
});

test('a stop of a story takes the place of the sentence', () => {
  const page = opened();
  page.views.showStop(1);
  const screen = render(<Headline />, page);
  expect(screen.text).not.toContain(scenarioOfRun(page.state.run).summary);
  expect(screen.names('button')).not.toContain('More');
});
