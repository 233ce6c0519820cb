/**
 * Vitest runs this before each test file. Test files share a worker and its modules: after a file the product
 * has no program, and globals are as before. If the file registered policies or congestion controls of its own, all
 * modules are loaded anew, so that the next file has the lists of the product.
 */
import { afterAll, vi } from 'vitest';
import '../src/engine/sources/control-registry.ts';
import { congestionOptions } from '../src/engine/transport/congestion/loaded-controls.ts';
import { registerProgram } from '../src/policies/loaded-policies.ts';
import { policyIds } from '../src/policies/registry.ts';

const registeredIds = (): string => JSON.stringify([congestionOptions, policyIds]);

const idsOfProduct = registeredIds();

afterAll(() => {
  vi.unstubAllGlobals();
  registerProgram(undefined);
  if (registeredIds() !== idsOfProduct) vi.resetModules();
});
