/**
 * The congestion controls that are loaded: Reno at once, the others with control-registry.ts. The parameter
 * `congestion` of TCP sources and its texts are made from this list.
 */
import type { ParameterValue } from '../../../params/schema.ts';
import { declareSenderPhases } from '../../contract/sender-phases.ts';
import type { CongestionControlDefinition } from './control.ts';
import { reno } from './reno.ts';

const definitions: CongestionControlDefinition[] = [reno];

/** An option of the parameter `congestion`. */
export interface CongestionOption {
  /** Id of the control. */
  readonly value: string;
  readonly label: string;
}

const congestionOption = ({ id, label }: CongestionControlDefinition): CongestionOption => ({ value: id, label });

const options: [CongestionOption, ...CongestionOption[]] = [congestionOption(reno)];

/** The options of the parameter, in the order in which the controls were added. The first is the default. */
export const congestionOptions: Readonly<typeof options> = options;

/** All loaded controls, Reno first. */
export function loadedCongestionControls(): readonly CongestionControlDefinition[] {
  return definitions;
}

/** The control with this id; undefined if it is not loaded. */
export function loadedCongestionControl(id: ParameterValue | undefined): CongestionControlDefinition | undefined {
  return definitions.find((definition) => definition.id === id);
}

/** Where the rules of all controls are defined. */
export function controlSources(): string {
  return definitions.flatMap(({ source }) => source ?? []).join('; ');
}

/**
 * The controls that always pace, within a sentence: ", such as A and B,". control-registry.ts writes it; empty if none
 * is loaded.
 */
export const pacingControls = { words: '' };

/** Adds one more control. `registerCongestionControl` adds its parameters too. */
export function addCongestionControl(definition: CongestionControlDefinition): void {
  definitions.push(definition);
  options.push(congestionOption(definition));
  declareSenderPhases(definition.phases ?? {});
}
