/** The congestion controls, for code that names one before it is loaded. */
import type { ParameterValue } from '../../../params/schema.ts';

/** An option of the parameter `congestion`. */
export interface CongestionChoice {
  /** Id of the control. */
  readonly value: string;
  readonly label: string;
  /** Its signal is marks, not losses. */
  readonly needsMarks?: boolean;
}

type Choices = [CongestionChoice, ...CongestionChoice[]];

const choices: Choices = [
  { value: 'newreno', label: 'Reno' },
  { value: 'cubic', label: 'CUBIC' },
  { value: 'vegas', label: 'Vegas' },
  { value: 'dctcp', label: 'DCTCP', needsMarks: true },
  { value: 'prague', label: 'Prague', needsMarks: true },
  { value: 'bbr1', label: 'BBRv1' },
];

/** The first is the default. */
export const congestionChoices: Readonly<Choices> = choices;

export function needsMarks(id: ParameterValue | undefined): boolean {
  return choices.some((choice) => choice.value === id && choice.needsMarks);
}

/** Adds one more control. */
export function nameCongestionControl(choice: CongestionChoice): void {
  choices.push(choice);
}
