/** The presets as a page knows them: those that need no others' policies at once, all when they are asked for. */
import type { Scenario } from '../engine/scenario.ts';
import { openingPreset, smallPresets } from './small.ts';

export interface PresetFamily {
  readonly name: string;
  readonly presets: readonly Scenario[];
}

/** Id of the scenario that the page opens with. */
export const OPENING = openingPreset.id;

export const firstFamilies: readonly PresetFamily[] = [
  { name: 'Start here', presets: [openingPreset] },
  { name: 'One thing at a time', presets: smallPresets },
];

let loaded = firstFamilies;

export function loadedFamilies(): readonly PresetFamily[] {
  return loaded;
}

export function loadedPreset(id: string): Scenario | undefined {
  for (const { presets } of loaded) {
    const found = presets.find((preset) => preset.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Called by the index when it is loaded: all presets are then available. */
export function knowPresets(families: readonly PresetFamily[]): void {
  loaded = families;
}
