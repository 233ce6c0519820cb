/** Keys act where the focused element does not use them itself. */
import { afterEach, expect, test } from 'vitest';
import { type KeyScope, useKeys } from '../../../../src/ui/shell/input/use-keys.ts';
import { mount, pressKey, unmountAll } from '../../mounted.tsx';
import { withDocument } from '../../with-document.ts';

withDocument();

afterEach(unmountAll);

function keysIn(scope: KeyScope) {
  const pressedKeys: string[] = [];
  function Listener() {
    useKeys({ n: () => pressedKeys.push('n'), ' ': () => pressedKeys.push('Space') }, scope);
    return (
      <>
        <textarea />
        <input type="range" />
        <button type="button" />
      </>
    );
  }
  const { get } = mount(<Listener />);
  const press = (selector: string, key: string) => {
    pressedKeys.length = 0;
    const { defaultPrevented } = pressKey(get(selector), key);
    return [pressedKeys.join(), defaultPrevented];
  };
  return { press, pressedKeys };
}

test.each([
  ['outsideText', 'textarea', 'n', ['', false]],
  ['outsideText', 'input', 'n', ['n', true]],
  ['outsideText', 'button', ' ', ['Space', true]],
  ['outsideInputs', 'input', 'n', ['', false]],
  ['outsideInputs', 'button', ' ', ['', false]],
  ['outsideInputs', 'button', 'n', ['n', true]],
  ['anywhere', 'textarea', 'n', ['n', false]],
] as const)('%s, in a %s: the key "%s"', (scope, selector, key, expected) => {
  expect(keysIn(scope).press(selector, key)).toEqual(expected);
});

test('a removed component gets no keys', () => {
  const { pressedKeys } = keysIn('anywhere');
  pressKey(document.body, 'n');
  unmountAll();
  pressKey(document.body, 'n');
  expect(pressedKeys).toEqual(['n']);
});
