/** The code of the congestion controls, in the order of choices.ts. A file that imports this one can run all of them. */
import { bbr1 } from './bbr1.ts';
import { nameCongestionControl } from './choices.ts';
import type { CongestionControlDefinition } from './control.ts';
import { cubic } from './cubic.ts';
import { dctcp } from './dctcp.ts';
import { registerCongestionControls } from './loaded-controls.ts';
import { prague } from './prague.ts';
import { reno } from './reno.ts';
import { vegas } from './vegas.ts';

const controls: CongestionControlDefinition[] = [
  reno, //
  cubic,
  vegas,
  dctcp,
  prague,
  bbr1,
];

export const congestionControls: readonly CongestionControlDefinition[] = controls;

registerCongestionControls(congestionControls);

/**
 * Registers one more, in this program only.
 * @throws if its id is taken
 */
export function registerCongestionControl(definition: CongestionControlDefinition, label: string, source = ''): void {
  const { id, countsMarks = false } = definition;
  if (controls.some((known) => known.id === id))
    throw new Error(`congestion control: ${id} is taken; allowed: another id`);
  controls.push(definition);
  nameCongestionControl({ value: id, label, source, needsMarks: countsMarks });
}
