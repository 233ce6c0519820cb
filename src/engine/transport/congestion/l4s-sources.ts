/** The sources of L4S traffic. */
import type { ParameterValue } from '../../../params/schema.ts';
import { loadedCongestionControl } from './loaded-controls.ts';

/** Whether a source with flows sends ECT(1), as the definition of its congestion control has it. */
export function sendsL4s({ flows, ecn, congestion }: Readonly<Record<string, ParameterValue>>): boolean {
  return flows !== 0 && ecn !== false && loadedCongestionControl(congestion)?.codepoint === 'ect1';
}
