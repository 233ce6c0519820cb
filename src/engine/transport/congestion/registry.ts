/** The congestion controls, one line each. Whoever imports this can run all of them. */
import { bbr1 } from './bbr1.ts';
import type { CongestionControlDefinition } from './control.ts';
import { cubic } from './cubic.ts';
import { dctcp } from './dctcp.ts';
import { knowCongestionControls } from './loaded.ts';
import { prague } from './prague.ts';
import { reno } from './reno.ts';
import { vegas } from './vegas.ts';

export const congestionControls: readonly CongestionControlDefinition[] = [
  reno, //
  cubic,
  vegas,
  dctcp,
  prague,
  bbr1,
];

knowCongestionControls(congestionControls);
