/** The gallery as it is read: a button for each scenario. */
import { expect, test } from 'vitest';
import { presetFamilies } from '../../../src/scenarios/index.ts';
import { Gallery } from '../../../src/ui/gallery/gallery.tsx';
import { firstSentence } from '../../../src/ui/gallery/gallery-model.ts';
import { opened } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

const screen = render(<Gallery onClose={() => {}} />, opened());
const presets = presetFamilies.flatMap((family) => family.presets);

test('every scenario is a button with its title, its sentence and its result, in the group of its family', () => {
  expect(screen.names('region')).toEqual(presetFamilies.map(({ name }) => name));
  const cards = screen.names('button').slice(2 + presetFamilies.length);
  expect(cards).toHaveLength(presets.length);
  for (const [index, { title, summary }] of presets.entries()) {
    expect(cards[index]).toContain(title.replaceAll('\u202f', ' '));
    expect(cards[index]).toContain(firstSentence(summary).replaceAll('\u202f', ' '));
  }
  expect(screen.names('status')).toEqual([`${presets.length} scenarios.`]);
});

test('a button for each group leads to it', () => {
  const groups = screen.names('button').slice(1, 1 + presetFamilies.length);
  expect(groups).toEqual(presetFamilies.map(({ name, presets: { length } }) => `${name} ${length}`));
});

test('the scenario of the run is the current one', () => {
  const current = screen.all('button').filter(({ on }) => on);
  expect(current).toHaveLength(1);
  expect(current[0]?.name).toContain('delay: A 71.0 → B 15.6 ms');
});

test('it has a name, a search and a way out', () => {
  expect(screen.names('dialog')).toEqual(['Scenarios']);
  expect(screen.names('searchbox')).toEqual(['Search the scenarios']);
  expect(screen.get('button', 'Close the scenarios').disabled).toBe(false);
});
