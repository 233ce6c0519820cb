/** The congestion controls that can be run now: Reno at once, the others after they have been loaded. */
import type { CongestionControlDefinition } from './control.ts';
import { reno } from './reno.ts';

let loaded: readonly CongestionControlDefinition[] = [reno];

export function loadedCongestionControl(id: string): CongestionControlDefinition | undefined {
  return loaded.find((definition) => definition.id === id);
}

/** Makes all controls available. The registry calls this function when the registry is loaded. */
export function registerCongestionControls(definitions: readonly CongestionControlDefinition[]): void {
  loaded = definitions;
}
