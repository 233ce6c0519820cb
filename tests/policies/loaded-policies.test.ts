import { expect, test, vi } from 'vitest';

test('RED as in Linux is loaded with the registry, RED as published before it', async () => {
  vi.resetModules();
  const { isPolicyLoaded } = await import('../../src/policies/loaded-policies.ts');
  expect(isPolicyLoaded('red', { variant: 'published' })).toBe(true);
  expect(isPolicyLoaded('red', { variant: 'linux' })).toBe(false);
  expect(isPolicyLoaded('choke', {})).toBe(false);
  await import('../../src/policies/registry.ts');
  expect(isPolicyLoaded('red', { variant: 'linux' })).toBe(true);
  expect(isPolicyLoaded('choke', {})).toBe(true);
});
