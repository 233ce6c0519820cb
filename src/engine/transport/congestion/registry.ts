/** The congestion controls, one line each. The first is the default. */
import type { CongestionControlDefinition } from './control.ts';
import { reno } from './reno.ts';

export const congestionControls: readonly CongestionControlDefinition[] = [
  reno, //
];

/** @throws if there is none of this id: the validator lets no other through */
export function congestionControlOf(id: string): CongestionControlDefinition {
  const found = congestionControls.find((definition) => definition.id === id);
  if (found === undefined) throw new Error(`no congestion control is called ${id}`);
  return found;
}
