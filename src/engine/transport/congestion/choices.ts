/**
 * The list of congestion controls: what a page must know of each before its code is loaded. The parameters and texts of
 * TCP sources are made from this list.
 */
import type { ParameterValue } from '../../../params/schema.ts';
import { cubicParameters } from './cubic-parameters.ts';

/** An option of the parameter `congestion`. */
export interface CongestionChoice {
  /** Id of the control. */
  readonly value: string;
  readonly label: string;
  /** Where its rules are defined. */
  readonly source: string;
  /** It always paces, by a rate of its own. */
  readonly paces?: boolean;
  /** Its signal is marks, not losses. */
  readonly needsMarks?: boolean;
}

type Choices = [CongestionChoice, ...CongestionChoice[]];

const choices: Choices = [
  // Its id in links, files and presets, which keep working. The loss recovery with this name is the parameter `variant`.
  { value: 'newreno', label: 'Reno', source: 'RFC 5681' },
  { value: 'cubic', label: 'CUBIC', source: 'RFC 9438' },
  { value: 'vegas', label: 'Vegas', source: 'Brakmo & Peterson 1995' },
  { value: 'dctcp', label: 'DCTCP', source: 'RFC 8257', needsMarks: true },
  {
    value: 'prague',
    label: 'Prague',
    source: 'draft-briscoe-iccrg-prague-congestion-control-04',
    needsMarks: true,
    paces: true,
  },
  { value: 'bbr1', label: 'BBRv1', source: 'draft-cardwell-iccrg-bbr-congestion-control-00', paces: true },
];

/** The parameters that belong to one control each. */
export const controlParameters = { ...cubicParameters } as const;

/** The first is the default. */
export const congestionChoices: Readonly<Choices> = choices;

export function needsMarks(id: ParameterValue | undefined): boolean {
  return choices.some((choice) => choice.value === id && choice.needsMarks);
}

/** Adds one more control. */
export function nameCongestionControl(choice: CongestionChoice): void {
  choices.push(choice);
}
