/** Several messages under one heading share a notice. */
import { expect, test } from 'vitest';
import { NoticeList } from '../../../src/app/page/notice-list.ts';
import { initialPageState, type PageState } from '../../../src/app/page/page-state.ts';

test('messages under a heading share a notice, the newest first, each once', () => {
  const page: { state: PageState } = { state: initialPageState };
  const notices = new NoticeList(page, (change) => {
    page.state = { ...page.state, ...change };
  });
  notices.show('other');
  for (const text of ['one.', 'two.', 'one.', 'three.']) notices.showInList('Line of tc', text);
  expect(page.state.notices).toEqual(['other', 'Line of tc: three. | one. | two.']);
  for (let item = 0; item < 9; item++) notices.showInList('Line of tc', `${item}.`);
  expect(page.state.notices.at(-1)).toBe('Line of tc: 8. | 7. | 6. | 5. | 4. | 3.');
});
