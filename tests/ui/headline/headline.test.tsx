/** The sentence of the scenario, and a story in its place. */
import { expect, test } from 'vitest';
import { runOfPreset, scenarioOfRun } from '../../../src/run-state/run-values.ts';
import { Headline } from '../../../src/ui/headline/headline.tsx';
import { opened } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

test('the sentence of the scenario is read, and can be unfolded', () => {
  const page = opened();
  const screen = render(<Headline />, page);
  expect(screen.get('region', 'Headline').text).toContain(scenarioOfRun(page.state.run).summary);
  expect(screen.get('button', 'More').on).toBe(false);
});

test('the first screen says what the page is; another scenario and a page in a frame do not', async () => {
  const page = opened();
  const sentence = 'Bufferscope simulates the buffers of routers';
  expect(render(<Headline />, page).text).toContain(sentence);
  page.runs.openUrl({ state: page.state.run, embedding: 'locked', problems: [] });
  expect(render(<Headline />, page).text).not.toContain(sentence);
  page.runs.openUrl({ state: runOfPreset('single-tcp'), embedding: 'whole', problems: [] });
  expect(render(<Headline />, page).text).not.toContain(sentence);
});

test('a stop of a story takes the place of the sentence', () => {
  const page = opened();
  page.views.showStop(1);
  const screen = render(<Headline />, page);
  expect(screen.text).not.toContain(scenarioOfRun(page.state.run).summary);
  expect(screen.names('button')).not.toContain('More');
});
