/** The parameters of RED and CHOKe that only the variant of Linux reads. */
import { booleanParameter, choiceParameter } from '../../../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../../../params/schema.ts';
import type { redParameters } from '../../../mechanisms/random-early-detection.ts';
import { kernelHzParameter } from './kernel-ticks.ts';

const SOURCE = 'Linux 7.2; iproute2, tc-red(8)';

export const linuxRedParameters = {
  variant: choiceParameter('Implementation', {
    options: { published: 'as published', linux: 'Linux' },
    default: 'published',
    live: false,
    help: 'Linux counts in whole numbers, has no gentle ramp, and draws one random number for the distance between two drops. "RED as in", "Gentle" and "Wait between drops" then do not matter.',
    source: SOURCE,
  }),
  burstPackets: integerParameter('Burst that passes', 'packets', [0, 1e6, 5], {
    symbol: 'burst',
    default: 0,
    help: 'Linux only: the averaging weight follows from a burst of this length, as tc computes it. With 0, the averaging weight counts, rounded to a power of two.',
    source: SOURCE,
  }),
  bandwidthBps: numberParameter('Rate for idle times', 'bit/s', [1000, 1e11, 1e6], {
    symbol: 'bandwidth',
    scale: 'log',
    default: 10e6,
    help: 'Linux only: the average decays over an idle time as if packets of the mean size had left at this rate. 10 Mb/s is the default of tc, whatever the link.',
    source: SOURCE,
  }),
  ecn: booleanParameter('Mark (ECN)', {
    default: false,
    help: 'Linux only: packets of ECN-capable senders are marked instead of dropped, also above max_th.',
    source: SOURCE,
  }),
  harddrop: booleanParameter('Drop above max_th', {
    default: false,
    help: 'Linux only, with ECN: above max_th, packets of ECN-capable senders are dropped too.',
    source: SOURCE,
  }),
} as const satisfies ParameterSchema;

/** Parameters that only RED has. */
export const linuxOnlyRedParameters = {
  nodrop: booleanParameter('Drop nothing early', {
    default: false,
    help: 'Linux only, with ECN: a chosen packet that cannot be marked is kept.',
    source: SOURCE,
  }),
  adaptive: booleanParameter('Adapt max_p', {
    default: false,
    help: 'Linux only: every half second max_p grows if the average queue is above the middle fifth between the thresholds, up to 0.5, and falls if it is below, down to 0.01. The curve shows max_p at the start.',
    source: 'Linux 7.2; Floyd, Gummadi & Shenker, Adaptive RED, 2001',
  }),
  kernelHz: {
    ...kernelHzParameter,
    help: 'Linux only, with an adapted max_p: the ticks of the kernel’s clock. Half a second is rounded up to them, and is one tick or more longer.',
    source: SOURCE,
  },
} as const satisfies ParameterSchema;

/** The values of RED as in Linux. */
export type LinuxRedValues = ValuesOf<typeof redParameters> &
  ValuesOf<typeof linuxRedParameters> &
  Partial<ValuesOf<typeof linuxOnlyRedParameters>>;
