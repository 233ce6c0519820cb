/** The example of a sweep as it is read when the dialog opens. */
import { expect, test } from 'vitest';
import { SweepExample } from '../../../src/ui/sweep/sweep-example.tsx';
import { opened } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

const screen = render(<SweepExample />, opened());

test('the values are read at the load of the scenario, on its line', () => {
  expect(screen.get('slider', 'read at').value).toContain('Load 1 × the scenario’s own, means of 5 runs');
  expect(screen.text).toContain('own load');
});
