/**
 * Vitest runs this before each test file. Test files share a worker and its modules: after a file that registers policies
 * or congestion controls of its own, all modules are loaded anew, so that the next file has the lists of the product.
 */
import { afterAll, vi } from 'vitest';
import '../src/engine/sources/control-registry.ts';
import { congestionOptions } from '../src/engine/transport/congestion/loaded-controls.ts';
import { PROGRAM_POLICY } from '../src/params/id.ts';
import { findPolicy, policyIds } from '../src/policies/registry.ts';

const registeredIds = (): string =>
  JSON.stringify([congestionOptions, policyIds, findPolicy(PROGRAM_POLICY) === undefined]);

const idsOfProduct = registeredIds();

afterAll(() => {
  if (registeredIds() !== idsOfProduct) vi.resetModules();
});
