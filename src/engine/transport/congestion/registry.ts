/** The code of the congestion controls, in the order of choices.ts. A file that imports this one can run all of them. */
import type { ParameterSchema } from '../../../params/schema.ts';
import { sourceSchemas } from '../../sources/schemas.ts';
import { bbr1 } from './bbr1.ts';
import { addCongestionOption, type CongestionOption } from './choices.ts';
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

/** A congestion control in one object: its code, what a page must know of it, and its own parameters. */
export type OwnCongestionControl<Own extends ParameterSchema = ParameterSchema> = CongestionControlDefinition<Own> &
  Omit<CongestionOption, 'value'> & {
    /** Every source with TCP senders gets them, as all parameters of TCP. */
    readonly parameters?: Own;
  };

/**
 * Registers one more, in this program only.
 * @throws if its id, or the name of a parameter, is taken
 */
export function registerCongestionControl<Own extends ParameterSchema = ParameterSchema>(
  control: OwnCongestionControl<Own>,
): void {
  const { id, label, source, countsMarks, phases, parameters = {} } = control;
  if (controls.some((known) => known.id === id))
    throw new Error(`congestion control: ${id} is taken; allowed: another id`);
  const withTcp = Object.values(sourceSchemas).filter((schema) => Object.hasOwn(schema, 'congestion'));
  for (const name of Object.keys(parameters))
    if (withTcp.some((schema) => Object.hasOwn(schema, name)))
      throw new Error(`parameter: ${name} is taken; allowed: another name`);
  // Its parameters join the schemas of the sources below, so the values that it gets have them.
  controls.push(control as CongestionControlDefinition);
  addCongestionOption({ value: id, label, source, countsMarks, phases });
  for (const schema of withTcp) Object.assign(schema, parameters);
}
