/** What the names of policies stand for, where the field does not know the short name. By id. */
export const POLICY_FULL_NAMES: Readonly<Record<string, string>> = {
  shb: 'shared buffer',
  pfb: 'per-flow buffers',
  abd: 'application-based discarding',
};
