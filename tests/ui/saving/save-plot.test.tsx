/** The forms in which a plot can be saved. */
import { expect, test } from 'vitest';
import { SavePlot } from '../../../src/ui/saving/save-plot.tsx';
import { HASH, opened, seek } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

test('a plot over time is saved in four forms, and every plot with data can be chosen', () => {
  const page = opened(`${HASH}&lanes=droptail,red`);
  seek(page, 3);
  const screen = render(<SavePlot />, page);
  const { value } = screen.get('combobox', 'Plot');
  expect(screen.names('button')).toEqual(['CSV', 'SVG', 'PNG', 'Vega-Lite'].map((form) => `Save ${value} as ${form}`));
  expect(screen.names('option')).toContain('Queueing delay (ms)');
});
