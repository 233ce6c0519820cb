/** BBR, version 3, as the draft has it (bbr3.ts), or with rules of a published program (noq-bbr3.ts). */
import { choiceParameter } from '../../../params/choice-parameter.ts';
import type { ParameterSchema } from '../../../params/schema.ts';
import { Bbr3 } from './bbr3.ts';
import type { CongestionControlDefinition } from './control.ts';
import { NoqBbr3 } from './noq-bbr3.ts';

export const bbr3Parameters = {
  bandwidthFilter: choiceParameter('BBRv3: filter of the rate', {
    options: { twoCycles: 'two cycles', draft: 'as in revision 05' },
    default: 'twoCycles',
    live: false,
    help: 'Two cycles: the largest rate of this cycle of probing and the one before. As in revision 05 of the draft: the filter advances in every round until the next probe, so it forgets the probe after three rounds, and the rate sags.',
    source: 'draft-ietf-ccwg-bbr-06, section 5.3.3.9; draft-ietf-ccwg-bbr-05, section 5.3.3.6',
  }),
  bbr3Rules: choiceParameter('BBRv3 as in', {
    options: { draft: 'the draft', noq: 'noq' },
    default: 'draft',
    live: false,
    help: 'noq is a program for QUIC. Its first flight is not paced, losses count after the ACK that shows them, and in Startup the window has room only for what the present ACK has brought in a burst.',
    source: 'draft-ietf-ccwg-bbr-06; noq-proto 1.4.0, congestion/bbr3',
  }),
} as const satisfies ParameterSchema;

export const bbr3: CongestionControlDefinition<typeof bbr3Parameters> = {
  id: 'bbr3',
  label: 'BBRv3',
  source: 'draft-ietf-ccwg-bbr-06',
  codepoint: 'none',
  paces: true,
  phases: {
    startup: { label: 'Startup', shade: 0.1 },
    drain: { label: 'Drain', shade: 0.06 },
    probeDown: { label: 'ProbeBW DOWN', shade: 0.04 },
    probeCruise: { label: 'ProbeBW CRUISE', shade: 0 },
    probeRefill: { label: 'ProbeBW REFILL', shade: 0.08 },
    probeUp: { label: 'ProbeBW UP', shade: 0.12 },
    probeRtt: { label: 'ProbeRTT', shade: 0.16 },
  },
  parameters: bbr3Parameters,
  create: (connection, values, uniform) =>
    values.bbr3Rules === 'noq' ? new NoqBbr3(connection, values, uniform) : new Bbr3(connection, values, uniform),
};
