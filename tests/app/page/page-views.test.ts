/** The look of the page. */
import { expect, test } from 'vitest';
import { opened } from '../opened-page.ts';

test('after the projector, the page has the theme that was chosen before it', () => {
  const page = opened();
  page.views.setTheme('dark');
  page.views.toggleProjector();
  expect(page.state.theme).toBe('projector');
  page.views.toggleProjector();
  expect(page.state.theme).toBe('dark');
});
