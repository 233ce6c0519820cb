/** Loads all policies: after this, every one that exists is known in loaded.ts. */
export async function loadPolicies(): Promise<void> {
  await import('./registry.ts');
}
