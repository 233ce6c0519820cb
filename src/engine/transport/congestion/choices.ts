/** The ids of the congestion controls, for code that names one before it is loaded. The first is the default. */
export const congestionChoices = [
  { value: 'newreno', label: 'Reno' },
  { value: 'cubic', label: 'CUBIC' },
  { value: 'vegas', label: 'Vegas' },
  { value: 'dctcp', label: 'DCTCP' },
  { value: 'prague', label: 'Prague' },
  { value: 'bbr1', label: 'BBRv1' },
] as const;

/** Those that take marks, not losses, for their signal. */
const marked = ['dctcp', 'prague'];
export const needingMarks: readonly string[] = marked;

/** Names one more, which is known by its id from now on. */
export function nameCongestionControl(id: string, label: string, needsMarks: boolean): void {
  // The types know those that come with the engine.
  (congestionChoices as unknown as { value: string; label: string }[]).push({ value: id, label });
  if (needsMarks) marked.push(id);
}
