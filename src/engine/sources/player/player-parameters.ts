/** Parameters of video players: loaded with the players themselves, and with the presets. */
import { choiceParameter } from '../../../params/choice-parameter.ts';
import {
  type Constraint,
  type DefaultContext,
  numberValue,
  type ParameterSchema,
  type ValuesOf,
} from '../../../params/schema.ts';
import { tcpParameters } from '../../transport/tcp-parameters.ts';
import { declareSource } from '../source-schemas.ts';

const HUANG_SOURCE = 'Huang et al. 2014, BBA-0';

/** A level of the buffer, s. */
const level = { kind: 'number', unit: 's', min: 0.1, max: 3_600, step: 1, live: false } as const;

const bufferShare = (share: number, rule: string) => ({
  rule,
  compute: ({ values }: DefaultContext) => share * numberValue(values, 'bufferSeconds'),
});

const { flows, stopSeconds: _, ...connection } = tcpParameters;

export const playerParameters = {
  flows: { ...flows, label: 'Players', help: 'Number of video players, each with one connection.' },
  ladderKbps: {
    kind: 'numberList',
    label: 'Bitrates',
    unit: 'kbit/s',
    min: 1,
    max: 1e6,
    step: 100,
    default: [235, 375, 560, 750, 1_050, 1_750, 2_350, 3_000],
    live: false,
    primary: true,
    help: 'Every segment of the video is available in each of these bitrates. Each player can choose from all of them.',
    source: 'Our own choice. The lowest, 235 kbit/s, is the lowest in Huang et al. 2014.',
  },
  rule: choiceParameter('Chooses by', {
    options: { buffer: 'buffer (BBA-0)', throughput: 'throughput' },
    default: 'buffer',
    live: false,
    primary: true,
    help: 'Choice of the next bitrate. BBA-0 chooses by the seconds in the buffer. The other rule takes the highest bitrate up to the harmonic mean of the last five throughputs.',
    source: 'Huang et al. 2014, BBA-0; Yin et al. 2015, rule RB',
  }),
  segmentSeconds: {
    ...level,
    label: 'Segment',
    default: 4,
    help: 'Playing time of a segment. A segment is requested when it fits into the buffer.',
  },
  bufferSeconds: {
    ...level,
    label: 'Client buffer',
    default: 240,
    primary: true,
    help: 'Playing time that the buffer of the player can hold.',
    source: HUANG_SOURCE,
  },
  reservoirSeconds: {
    ...level,
    label: 'Reservoir',
    symbol: 'r',
    default: bufferShare(0.375, '3/8 of the client buffer'),
    help: 'While the buffer is not above this level, BBA-0 takes the lowest bitrate.',
    source: HUANG_SOURCE,
  },
  topSeconds: {
    ...level,
    label: 'Top of the cushion',
    symbol: 'r+cu',
    default: bufferShare(0.9, '9/10 of the client buffer'),
    help: 'At this level of the buffer and above, BBA-0 takes the highest bitrate. Between the two levels, the bitrate rises linearly.',
    source: HUANG_SOURCE,
  },
  playFromSeconds: {
    ...level,
    label: 'Plays from',
    default: { rule: 'one segment', compute: ({ values }: DefaultContext) => numberValue(values, 'segmentSeconds') },
    help: 'Level of the buffer at which the video starts to play, and plays again after a stall. It also plays when the buffer is full.',
  },
  ...connection,
} as const satisfies ParameterSchema;

const playerConstraints: readonly Constraint[] = [
  { lower: 'segmentSeconds', upper: 'bufferSeconds', gap: 0 },
  { lower: 'reservoirSeconds', upper: 'topSeconds', gap: 0.1 },
  { lower: 'topSeconds', upper: 'bufferSeconds', gap: 0 },
];

/** The values of a source of kind `player`. */
export type PlayerValues = ValuesOf<typeof playerParameters>;

declareSource('player', playerParameters, playerConstraints);
