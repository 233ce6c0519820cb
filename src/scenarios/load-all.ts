/** Loads all presets: after this, every one that exists is known in loaded.ts. */
export async function loadPresets(): Promise<void> {
  await import('./index.ts');
}
