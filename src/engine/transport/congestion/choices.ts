/** The congestion controls by their ids, for whoever has to name one before it is loaded. The first is the default. */
export const congestionChoices = [
  { value: 'newreno', label: 'Reno' },
  { value: 'cubic', label: 'CUBIC' },
  { value: 'vegas', label: 'Vegas' },
  { value: 'dctcp', label: 'DCTCP' },
  { value: 'prague', label: 'Prague' },
  { value: 'bbr1', label: 'BBRv1' },
] as const;

/** Those that take marks, not losses, for their signal. */
export const needingMarks: readonly string[] = ['dctcp', 'prague'];
