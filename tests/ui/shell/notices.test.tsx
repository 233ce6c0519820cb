/** Notices and the offer to load the page again. */
import { expect, test } from 'vitest';
import { Notices } from '../../../src/ui/shell/notices.tsx';
import { opened } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

test('without a notice nothing is said', () => {
  const screen = render(<Notices />, opened());
  expect(screen.get('status', '').text).toBe('');
  expect(screen.names('button')).toEqual([]);
});

test('each notice is read out as it was given, and can be dismissed by itself', () => {
  const page = opened();
  page.notices.show('The link could not be copied.');
  page.notices.show('<b>not bold</b> & "quoted"');
  const screen = render(<Notices />, page);
  expect(screen.text).toContain('The link could not be copied.');
  expect(screen.text).toContain('<b>not bold</b> & "quoted"');
  expect(screen.names('button')).toEqual(['Dismiss this notice', 'Dismiss this notice']);
});

test('an offer to load the page again comes first, with its own buttons', () => {
  const page = opened();
  page.notices.show('Something else.');
  page.notices.offerReload('A new version of Bufferscope is available.');
  const screen = render(<Notices />, page);
  expect(screen.text).toMatch(/^A new version of Bufferscope is available\./);
  expect(screen.names('button')).toEqual(['Reload', 'Dismiss this offer', 'Dismiss this notice']);
});
