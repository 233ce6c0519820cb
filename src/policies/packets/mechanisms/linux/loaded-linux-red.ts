/**
 * RED as in Linux, if it is loaded. all-linux-red.ts registers it here, so that the first picture does not wait for it.
 */
import type { Policy, PolicyHost } from '../../../../engine/contract/policy.ts';
import type { ParameterValues } from '../../../../params/schema.ts';
import type { LinuxRedValues } from './linux-red-parameters.ts';

type LinuxRedFactory = (host: PolicyHost, values: LinuxRedValues) => Policy<LinuxRedValues>;

let loadedFactory: LinuxRedFactory | undefined;

/** Called by all-linux-red.ts when it is loaded. */
export function registerLinuxRed(factory: LinuxRedFactory): void {
  loadedFactory = factory;
}

/** Whether what a loaded policy runs with these values is loaded. */
export function isVariantLoaded({ variant }: ParameterValues): boolean {
  return variant !== 'linux' || loadedFactory !== undefined;
}

/** @throws Error if it is not loaded: the caller must load the registry of policies */
export const createLinuxRed: LinuxRedFactory = (host, values) => {
  if (loadedFactory === undefined) throw new Error('RED as in Linux is not loaded');
  return loadedFactory(host, values);
};
