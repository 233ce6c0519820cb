/**
 * ABD, application-based discarding: one buffer for each kind of application, and one set of discard bits for all its
 * flows: when an I frame of any video loses a packet, all video is refused until a packet of another I frame comes.
 * Source: Bhattacharjee & McKinnon, section 2.3.
 */
import type { PacketPolicyDefinition } from '../../engine/policy.ts';
import type { ParameterSchema } from '../../params/schema.ts';
import {
  bufferHints,
  bufferQuantities,
  classDiscardReasons,
  FairBuffers,
  restOfBParameter,
  schedulerParameters,
} from './parts/fair-buffers.ts';

const parameters = {
  ...schedulerParameters,
  reopenOn: {
    kind: 'choice',
    label: 'Re-opens on',
    options: [
      { value: 'intactFrame', label: 'a frame that has lost nothing' },
      { value: 'frameStart', label: 'the start of a frame' },
      { value: 'anyPacket', label: 'any packet of a frame' },
    ],
    default: 'intactFrame',
    help: 'Which packet of an I (or P) frame ends a refusal of all video. Of a frame that has lost nothing: any of its packets, and the rest of a broken frame stays refused; the router has to remember one frame of each video, which the paper’s two bits do not hold. The start of a frame: frames that other videos have half sent are lost too. Any packet: the rest of the lost frame itself ends it, and ABD does little more than a shared buffer.',
    source: 'Bhattacharjee & McKinnon, section 2.3: “until another I frame is received”',
  },
  ...restOfBParameter,
} as const satisfies ParameterSchema;

export const abd: PacketPolicyDefinition = {
  id: 'abd',
  name: 'ABD',
  summary: 'One buffer for each kind of application; a lost frame makes it refuse that kind until the next one begins.',
  source: 'Bhattacharjee & McKinnon, section 2.3',
  manages: 'packets',
  workConserving: true,
  order: 'flow',
  parameters,
  constraints: [],
  reasons: classDiscardReasons,
  quantities: bufferQuantities,
  hints: bufferHints,
  create: (host, values) =>
    new FairBuffers(host, { buffersOf: 'classes', equalWeights: false, discards: true }, values),
};

export const abdWeq: PacketPolicyDefinition = {
  ...abd,
  id: 'abd-weq',
  name: 'ABD/WEQ',
  summary: 'As ABD, but video and data may each send half of the time when both have something to send.',
  parametersOf: 'abd',
  create: (host, values) => new FairBuffers(host, { buffersOf: 'classes', equalWeights: true, discards: true }, values),
};
