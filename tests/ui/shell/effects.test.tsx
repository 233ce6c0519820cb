/** A menu opens at its button, and closes by Escape and by a press or the focus outside of it. */
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useMenu } from '../../../src/ui/shell/effects.ts';
import { click, focus, mount, pressKey, unmountAll } from '../mounted.tsx';
import { withDocument } from '../with-document.ts';

withDocument();

afterEach(unmountAll);

function Menu() {
  const { isOpen, toggle, containerProps } = useMenu();
  return (
    <>
      <span {...containerProps}>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          Save
        </button>
        {isOpen && <button type="button">CSV</button>}
      </span>
      <a href="#papers">Papers</a>
    </>
  );
}

function openMenu() {
  const { get, all } = mount(<Menu />);
  click(get('button'));
  const names = () => all('button').map(({ textContent }) => textContent);
  expect(names()).toEqual(['Save', 'CSV']);
  return { names, button: get('button'), entry: get('button + button'), outside: get('a') };
}

test('its button opens it and closes it', () => {
  const { names, button } = openMenu();
  click(button);
  expect(names()).toEqual(['Save']);
});

test('Escape closes it and returns the focus to its button; nothing around it gets this key', () => {
  const { names, button, entry } = openMenu();
  focus(entry);
  let keysOutside = 0;
  const count = () => keysOutside++;
  document.body.addEventListener('keydown', count);
  pressKey(entry, 'Escape');
  expect([names(), document.activeElement, keysOutside]).toEqual([['Save'], button, 0]);
  pressKey(button, 'Escape');
  expect(keysOutside).toBe(1);
  document.body.removeEventListener('keydown', count);
});

test('arrows go from entry to entry, past those that cannot be chosen; nothing around it gets these keys', () => {
  function LongMenu() {
    const { toggle, isOpen, containerProps } = useMenu();
    return (
      <span {...containerProps}>
        <button type="button" onClick={toggle}>
          More
        </button>
        {isOpen && (
          <>
            <button type="button" disabled>
              Left
            </button>
            <button type="button">Right</button>
          </>
        )}
      </span>
    );
  }
  const { get, all } = mount(<LongMenu />);
  click(get('button'));
  const [more, , right] = all('button') as [HTMLElement, HTMLElement, HTMLElement];
  let keysOutside = 0;
  const count = () => keysOutside++;
  document.body.addEventListener('keydown', count);
  focus(more);
  pressKey(more, 'ArrowDown');
  expect(document.activeElement).toBe(right);
  pressKey(right, 'ArrowDown');
  expect(document.activeElement).toBe(more);
  pressKey(more, 'ArrowUp');
  expect([document.activeElement, keysOutside]).toEqual([right, 0]);
  document.body.removeEventListener('keydown', count);
});

test('a press or the focus outside closes it; in the menu it stays open', () => {
  for (const leave of [
    (element: HTMLElement) => act(() => void element.dispatchEvent(new Event('pointerdown', { bubbles: true }))),
    focus,
  ]) {
    const { names, entry, outside } = openMenu();
    leave(entry);
    expect(names()).toEqual(['Save', 'CSV']);
    leave(outside);
    expect(names()).toEqual(['Save']);
    unmountAll();
  }
});
