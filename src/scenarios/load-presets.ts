/** Loads all presets. After this, loaded-presets.ts lists every preset. */
export async function loadPresets(): Promise<void> {
  await import('./index.ts');
}
