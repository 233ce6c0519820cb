/**
 * The ids of the congestion controls, for code that needs an id before the control is loaded. The first is the default.
 */
export const congestionChoices = [
  { value: 'newreno', label: 'Reno' },
  { value: 'cubic', label: 'CUBIC' },
  { value: 'vegas', label: 'Vegas' },
  { value: 'dctcp', label: 'DCTCP' },
  { value: 'prague', label: 'Prague' },
  { value: 'bbr1', label: 'BBRv1' },
] as const;

/** Controls whose signal is marks, not losses. */
const marked = ['dctcp', 'prague'];
export const needingMarks: readonly string[] = marked;

/** Adds the id of one more control. */
export function nameCongestionControl(id: string, label: string, needsMarks: boolean): void {
  // The type lists only the controls of the engine.
  (congestionChoices as unknown as { value: string; label: string }[]).push({ value: id, label });
  if (needsMarks) marked.push(id);
}
