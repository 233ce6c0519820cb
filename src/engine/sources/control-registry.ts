/** The congestion controls: an import and a call for each. A file that imports this one can run all of them. */
import type { ParameterSchema } from '../../params/schema.ts';
import { bbr1 } from '../transport/congestion/bbr1-control.ts';
import { bbr3 } from '../transport/congestion/bbr3-control.ts';
import type { CongestionControlDefinition } from '../transport/congestion/control.ts';
import { cubic } from '../transport/congestion/cubic.ts';
import { dctcp } from '../transport/congestion/dctcp.ts';
import {
  addCongestionControl,
  loadedCongestionControl,
  loadedCongestionControls,
  pacingControls,
} from '../transport/congestion/loaded-controls.ts';
import { prague } from '../transport/congestion/prague.ts';
import { vegas } from '../transport/congestion/vegas.ts';
import { addControlParameters, sourceSchemas } from './source-schemas.ts';

// Reno is the default: loaded-controls.ts has it.
registerCongestionControl(cubic);
registerCongestionControl(vegas);
registerCongestionControl(dctcp);
registerCongestionControl(prague);
registerCongestionControl(bbr1);
registerCongestionControl(bbr3);

/**
 * Registers a congestion control, in this program only.
 * @throws Error if its id, or the name of a parameter, is taken
 */
export function registerCongestionControl<Own extends ParameterSchema = ParameterSchema>(
  definition: CongestionControlDefinition<Own>,
): void {
  const { id, parameters = {} } = definition;
  if (loadedCongestionControl(id) !== undefined)
    throw new Error(`congestion control: ${id} is taken; allowed: another id`);
  for (const name of Object.keys(parameters))
    if (
      Object.values(sourceSchemas).some((schema) => Object.hasOwn(schema, 'congestion') && Object.hasOwn(schema, name))
    )
      throw new Error(`parameter: ${name} is taken; allowed: another name`);
  addCongestionControl(definition as CongestionControlDefinition);
  addControlParameters(parameters);
  pacingControls.words = formatPacers();
}

function formatPacers(): string {
  const labels = loadedCongestionControls().flatMap(({ paces, label }) => (paces ? label : []));
  const last = labels.pop();
  if (last === undefined) return '';
  return `, such as ${labels.length > 0 ? `${labels.join(', ')} and ` : ''}${last},`;
}
