/** The reasons of CHOKe's verdicts, as published and as in Linux. */
import type { Reason } from '../../../../engine/contract/policy.ts';
import { dropReason } from '../../../mechanisms/reasons.ts';
import { reasonsWithLinux } from './linux-red-reasons.ts';

const PAPER_SOURCE = 'Pan, Prabhakar & Psounis 2000, figure 1';

/** The list begins with those of RED. */
export const chokeReasons = [
  ...reasonsWithLinux,
  dropReason('matches', 'same flow as a waiting packet', {
    template:
      'The average queue {average} is not below min_th = {minThreshold}. The packet drawn from the queue is of the same flow {flow}: both are dropped.',
    source: PAPER_SOURCE,
  }),
  dropReason('drawn', 'same flow as an arriving packet', {
    template:
      'A packet of the same flow {flow} arrived, and this packet at place {place} of {waiting} was drawn for comparison: both are dropped.',
    source: PAPER_SOURCE,
  }),
] as const satisfies readonly Reason[];
