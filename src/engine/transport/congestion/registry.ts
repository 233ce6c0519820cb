/** The congestion controls, one line each. Whoever imports this can run all of them. */
import type { CongestionControlDefinition } from './control.ts';
import { cubic } from './cubic.ts';
import { knowCongestionControls } from './loaded.ts';
import { reno } from './reno.ts';

export const congestionControls: readonly CongestionControlDefinition[] = [
  reno, //
  cubic,
];

knowCongestionControls(congestionControls);
