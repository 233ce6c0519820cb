/** The controls as they are read: groups, fields with units, changes of the run, locked pages. */
import { expect, test } from 'vitest';
import { Sidebar } from '../../../src/ui/controls/sidebar.tsx';
import { sidebarEntries } from '../../../src/ui/controls/sidebar-entries.ts';
import { editorOf, HASH, opened, seek } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

const LANES = `${HASH}&lanes=droptail,red`;

test('traffic, link and each lane have a group; a value has a field and a slider with its unit', () => {
  const screen = render(<Sidebar />, opened(LANES));
  expect(screen.names('region')).toEqual(
    expect.arrayContaining(['Link and buffer', 'A · DropTail', 'B · RED', 'Digest']),
  );
  expect(screen.get('region', 'A · DropTail').text).toMatch(/^A · DropTail No parameters\. \w.*queue.*\.$/);
  expect(screen.get('region', 'B · RED').text).not.toContain('No parameters');
  const field = screen.get('textbox', /^Lower threshold/);
  const slider = screen.get('slider', 'Lower threshold, slider');
  expect(slider.value).toBe(`${field.value} packets`);
});

test('a changed value is shown, listed with its time, and can be removed', () => {
  const page = opened(LANES);
  seek(page, 2);
  editorOf(page).setValue('lanes.1.minThreshold', 3);
  const screen = render(<Sidebar />, page);
  expect(screen.get('textbox', /^Lower threshold/).value).toBe('3');
  expect(screen.get('region', 'Changes in this run').text).toMatch(/2 s: B .* 3 packets/);
  expect(screen.names('button')).toEqual(expect.arrayContaining(['Remove the change at 2 s', 'Reset to the preset']));
});

test('a locked page shows all values, and none can be changed', () => {
  const page = opened(`${LANES}&embed=locked`);
  const fields = [...render(<Sidebar />, page).all('textbox'), ...render(<Sidebar />, page).all('slider')];
  expect(fields.length).toBeGreaterThan(5);
  expect(fields.every(({ disabled }) => disabled)).toBe(true);
});

test('a step of a lesson allows its controls only', () => {
  const page = opened(LANES);
  page.lock.allowOnly(['link.rateBps', 'lanes.1.minThreshold']);
  const screen = render(<Sidebar />, page);
  expect(screen.names('region')).toEqual(['Traffic, link and buffer', 'B · RED']);
  expect(screen.all('slider')).toHaveLength(2);
  expect(screen.all('slider').some(({ disabled }) => disabled)).toBe(false);
});

test('the rate of a link that varies is named as that of the return path', () => {
  const rateNames = (hash: string) =>
    render(<Sidebar />, opened(hash))
      .names('slider')
      .filter((name) => /^Rate/.test(name));
  expect(rateNames('v=1&p=opening')).toContain('Rate, slider');
  expect(rateNames('v=1&p=mobile-link')).toContain('Rate of the return path, slider');
});

test('how the rate of a link varies is among its first values', () => {
  const isFirst = (hash: string) =>
    sidebarEntries(opened(hash).state.run, 0).find(({ path }) => path === 'link.rates')?.parameter.primary === true;
  expect([isFirst('v=1&p=opening'), isFirst('v=1&p=mobile-link')]).toEqual([false, true]);
});

test('a line of tc opens as a lane; the field and its buttons have names', () => {
  const screen = render(<Sidebar />, opened(LANES));
  expect(screen.names('region')).toContain('Line of tc');
  expect(screen.names('textbox')).toContain('Line of tc');
  expect(screen.names('button')).toEqual(expect.arrayContaining(['Open as a lane', 'Save as tc']));
  expect(screen.get('button', 'Open as a lane').disabled).toBe(true);
});
