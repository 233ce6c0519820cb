/** Loads all policies. After this, loaded-policies.ts lists every policy. */
export async function loadPolicies(): Promise<void> {
  await import('./registry.ts');
}
