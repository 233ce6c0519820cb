/**
 * The list of congestion controls, which the page loads first, without their code. It has the properties that controls, texts and
 * the rules of scenarios read. The parameters and texts of TCP sources are made from this list. A sender reads the definition
 * of its control instead (control.ts).
 */
import type { ParameterValue } from '../../../params/schema.ts';
import { declarePhases, type Phases } from '../../frame/sender-phases.ts';
import { cubicParameters } from './cubic-parameters.ts';

/** An option of the parameter `congestion`. */
export interface CongestionOption {
  /** Id of the control. */
  readonly value: string;
  readonly label: string;
  /** Where its rules are defined. */
  readonly source?: string;
  /** `countsMarks` of its definition: the rules of scenarios need it before the definition is loaded. */
  readonly countsMarks?: boolean;
  /** Its own phases (`CongestionControl.phase`). */
  readonly phases?: Phases;
}

type Options = [CongestionOption, ...CongestionOption[]];

const options: Options = [
  // Its id in links, files and presets, which keep working. The loss recovery with this name is the parameter `variant`.
  { value: 'newreno', label: 'Reno', source: 'RFC 5681; RFC 3168' },
  {
    value: 'cubic',
    label: 'CUBIC',
    source: 'RFC 9438',
    phases: { conservativeSlowStart: { label: 'conservative slow start', shade: 0.06 } },
  },
  { value: 'vegas', label: 'Vegas', source: 'Brakmo & Peterson 1995' },
  { value: 'dctcp', label: 'DCTCP', source: 'RFC 8257', countsMarks: true },
  { value: 'prague', label: 'Prague', source: 'draft-briscoe-iccrg-prague-congestion-control-04', countsMarks: true },
  {
    value: 'bbr1',
    label: 'BBRv1',
    source: 'draft-cardwell-iccrg-bbr-congestion-control-00',
    phases: {
      startup: { label: 'Startup', shade: 0.1 },
      drain: { label: 'Drain', shade: 0.06 },
      probeBandwidth: { label: 'ProbeBW', shade: 0 },
      probeRtt: { label: 'ProbeRTT', shade: 0.16 },
    },
  },
];

for (const { phases = {} } of options) declarePhases(phases);

/** The parameters that belong to one control each. */
export const controlParameters = { ...cubicParameters } as const;

/** The first is the default. */
export const congestionOptions: Readonly<Options> = options;

/** Whether a control counts marks. */
export function countsMarks(id: ParameterValue | undefined): boolean {
  return options.some((option) => option.value === id && option.countsMarks);
}

/** Where the rules of all controls are defined. */
export function controlSources(): string {
  return options.flatMap(({ source }) => source ?? []).join('; ');
}

/** Adds one more control. */
export function addCongestionOption(option: CongestionOption): void {
  options.push(option);
  declarePhases(option.phases ?? {});
}
