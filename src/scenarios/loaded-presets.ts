/** The loaded presets: first the opening one, all after they are requested. */
import type { OpeningLane, Scenario } from '../engine/scenario/scenario.ts';
import { openingPreset } from './presets/opening.ts';

/** Presets that belong together in the gallery. */
export interface PresetFamily {
  readonly name: string;
  readonly presets: readonly Scenario[];
}

/** Id of the scenario that the page opens with. */
export const OPENING_PRESET = openingPreset.id;

/** The presets that can be chosen before all are loaded. */
export const firstFamily: PresetFamily = { name: 'Start here', presets: [openingPreset] };

/** The lanes with which a scenario is opened: its own, or its first two policies. */
export function openingLanes({ policies, lanes }: Scenario): readonly OpeningLane[] {
  return (
    lanes ??
    Object.keys(policies)
      .slice(0, 2)
      .map((policy) => ({ policy, values: {} }))
  );
}

let knownFamilies: readonly PresetFamily[] = [firstFamily];

/** The families whose presets are loaded, in the order of the gallery. */
export function loadedFamilies(): readonly PresetFamily[] {
  return knownFamilies;
}

/** The loaded preset with this id; undefined without one. */
export function loadedPreset(id: string): Scenario | undefined {
  for (const { presets } of knownFamilies) {
    const presetOfFamily = presets.find((preset) => preset.id === id);
    if (presetOfFamily !== undefined) return presetOfFamily;
  }
  return undefined;
}

/** The index calls it when it is loaded. Then all presets are available. */
export function registerPresets(families: readonly PresetFamily[]): void {
  knownFamilies = families;
}
