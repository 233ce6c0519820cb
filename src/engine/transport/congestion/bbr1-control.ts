/** BBR, version 1, as the draft has it (bbr1.ts) or as Linux has it (linux-bbr1.ts). */
import { choiceParameter } from '../../../params/choice-parameter.ts';
import type { ParameterSchema } from '../../../params/schema.ts';
import { Bbr } from './bbr1.ts';
import type { CongestionControlDefinition } from './control.ts';
import { LinuxBbr } from './linux-bbr1.ts';

const parameters = {
  bbr1Rules: choiceParameter('BBRv1 as in', {
    options: { draft: 'the draft', linux: 'Linux' },
    default: 'draft',
    live: false,
    help: 'The window in Linux has more room: for bursts of two segments, for what ACKs bring in bursts, and rounded up to even numbers. Linux paces at 1 % less than the rate.',
    source: 'draft-cardwell-iccrg-bbr-congestion-control-00; Linux, tcp_bbr.c',
  }),
} as const satisfies ParameterSchema;

export const bbr1: CongestionControlDefinition<typeof parameters> = {
  id: 'bbr1',
  label: 'BBRv1',
  source: 'draft-cardwell-iccrg-bbr-congestion-control-00',
  codepoint: 'none',
  paces: true,
  phases: {
    startup: { label: 'Startup', shade: 0.1 },
    drain: { label: 'Drain', shade: 0.06 },
    probeBandwidth: { label: 'ProbeBW', shade: 0 },
    probeRtt: { label: 'ProbeRTT', shade: 0.16 },
  },
  parameters,
  create: (connection, values, uniform) =>
    values.bbr1Rules === 'linux' ? new LinuxBbr(connection, values, uniform) : new Bbr(connection, values, uniform),
};
