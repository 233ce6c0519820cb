/** Parameters of videos. They are separate from the videos, which are loaded only when a run needs them. */
import { choiceParameter } from '../../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../../params/number-parameter.ts';
import type { Constraint, ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { flowParameters } from '../../packets/flow-parameters.ts';
import { datagramParameters } from '../datagram-parameters.ts';
import { GOP_PATTERN } from './group-of-pictures.ts';

const TABLE_1_SOURCE = 'Bhattacharjee & McKinnon, Table 1';

function videoFrameBytesParameter(label: string, bytes: number, help: string, isPrimary = false) {
  const words = { default: bytes, help, source: TABLE_1_SOURCE, primary: isPrimary };
  return integerParameter(label, 'bytes', [1, 1e6, 100], words);
}

export const videoParameters = {
  flows: {
    ...flowParameters.flows,
    label: 'Videos',
    help: 'Number of video connections. Connections added during the run start at once.',
  },
  pattern: {
    kind: 'text',
    label: 'Frames of a group',
    pattern: GOP_PATTERN,
    allowed: 'I first, then at most 59 letters I, P or B',
    default: 'IBBPBBPBB',
    live: false,
    help: 'Sequence of frame kinds, repeated. A P frame needs the latest I frame before it. A B frame needs the latest I or P frame before it.',
    source: 'Bhattacharjee & McKinnon, section 2.2',
  },
  framesPerSecond: numberParameter('Frame rate', 'frames/s', [1, 120, 1], {
    default: 30,
    live: false,
    help: 'Frames per second of each video.',
    source: TABLE_1_SOURCE,
  }),
  intraMinBytes: videoFrameBytesParameter(
    'Smallest I frame',
    15_000,
    'Sizes of I frames are uniform between the bounds.',
  ),
  intraMaxBytes: videoFrameBytesParameter(
    'Largest I frame',
    17_000,
    'Sizes of I frames are uniform between the bounds.',
  ),
  predictedMinBytes: videoFrameBytesParameter(
    'Smallest P frame',
    512,
    'Sizes of P frames are exponential above this size.',
  ),
  predictedMeanBytes: videoFrameBytesParameter('Mean P frame', 1_900, 'Mean size of a P frame.', true),
  predictedMaxBytes: videoFrameBytesParameter('Largest P frame', 17_000, 'Largest size of a P frame.'),
  bidirectionalMinBytes: videoFrameBytesParameter(
    'Smallest B frame',
    128,
    'Sizes of B frames are exponential above this size.',
  ),
  bidirectionalMeanBytes: videoFrameBytesParameter('Mean B frame', 500, 'Mean size of a B frame.'),
  bidirectionalMaxBytes: videoFrameBytesParameter('Largest B frame', 17_000, 'Largest size of a B frame.'),
  packetBytes: integerParameter('Largest packet', 'bytes', [1, 65_000, 8], {
    default: 576,
    live: false,
    help: 'Frames are cut into packets of this size. The last one may be shorter.',
    source: 'Bhattacharjee & McKinnon, section 2.2',
  }),
  pacing: choiceParameter('Packets of a frame', {
    options: { paced: 'spread over the frame time', burst: 'all at once', accessRate: 'one after the other' },
    default: 'paced',
    live: false,
    help: 'Sending times of the packets of a frame: evenly spaced until the next frame, all at the start, or one after the other at the sending rate.',
  }),
  sendingRateBps: numberParameter('Sending rate', 'bit/s', [1e3, 1e10, 1e6], {
    scale: 'log',
    default: 10e6,
    live: false,
    help: 'Rate of the packets of a frame when they leave one after the other.',
  }),
  startWithinSeconds: numberParameter('Start within', 's', [0, 3_600, 0.1], {
    default: 1 / 3,
    live: false,
    help: 'Each video starts at a random time, from 0 to this value. With 0, all videos start together, so their I frames coincide.',
    source: 'Bhattacharjee & McKinnon, section 2.2',
  }),
  accessDelayMs: datagramParameters.accessDelayMs,
} as const satisfies ParameterSchema;

export const videoConstraints: readonly Constraint[] = [
  { lower: 'intraMinBytes', upper: 'intraMaxBytes', gap: 0 },
  { lower: 'predictedMinBytes', upper: 'predictedMeanBytes', gap: 0 },
  { lower: 'predictedMeanBytes', upper: 'predictedMaxBytes', gap: 0 },
  { lower: 'bidirectionalMinBytes', upper: 'bidirectionalMeanBytes', gap: 0 },
  { lower: 'bidirectionalMeanBytes', upper: 'bidirectionalMaxBytes', gap: 0 },
];

/** The values of a source of kind `video`. */
export type VideoValues = ValuesOf<typeof videoParameters>;
