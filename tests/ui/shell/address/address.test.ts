/** The address is not written while a link is being opened: its hash changes before its event. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const place = { hash: '', pathname: '/', search: '' };
const write = (_state: unknown, _title: string, url: string) => {
  place.hash = url.startsWith('#') ? url : '';
};

beforeEach(() => {
  place.hash = '#before';
  vi.resetModules();
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', { pushState: vi.fn(write), replaceState: vi.fn(write) });
});
afterEach(() => vi.unstubAllGlobals());

test('a hash is written, and another one after it', async () => {
  const { markAddressSettled, writeHash } = await import('../../../../src/ui/shell/address/address.ts');
  markAddressSettled();
  writeHash('#one', 'replaceState');
  writeHash('#two', 'pushState');
  expect(place.hash).toBe('#two');
  writeHash('', 'pushState');
  expect(place.hash).toBe('');
});

test('a link that somebody opens is not overwritten before its event', async () => {
  const { isAddressSettled, markAddressSettled, writeHash } = await import(
    '../../../../src/ui/shell/address/address.ts'
  );
  markAddressSettled();
  place.hash = '#link';
  expect(isAddressSettled()).toBe(false);
  writeHash('#run', 'replaceState');
  expect(place.hash).toBe('#link');
  markAddressSettled();
  writeHash('#run', 'replaceState');
  expect(place.hash).toBe('#run');
});
