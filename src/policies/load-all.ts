/** Loads all policies. After this, loaded.ts lists every policy. */
export async function loadPolicies(): Promise<void> {
  await import('./registry.ts');
}
