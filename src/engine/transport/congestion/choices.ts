/** The congestion controls by their ids, for whoever has to name one before it is loaded. The first is the default. */
export const congestionChoices = [
  { value: 'newreno', label: 'Reno' },
  { value: 'cubic', label: 'CUBIC' },
] as const;
