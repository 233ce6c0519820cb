/**
 * ABD, application-based discarding: one buffer for each kind of application, with one set of discard bits for all its
 * flows. If an I frame of any video loses a packet, all video is refused. This ends when a packet of another I frame
 * arrives.
 * Source: Bhattacharjee & McKinnon, section 2.3.
 */
import { choiceParameter } from '../../params/choice-parameter.ts';
import type { ParameterSchema } from '../../params/schema.ts';
import {
  bFrameDiscardParameter,
  classDiscardReasons,
  fairBuffersPolicies,
  schedulerParameters,
} from './mechanisms/fair-buffers.ts';

const parameters = {
  ...schedulerParameters,
  reopenOn: choiceParameter('Accepts again at', {
    options: {
      intactFrame: 'a packet of an intact frame',
      frameStart: 'the start of a frame',
      anyPacket: 'any packet of a frame',
    },
    default: 'intactFrame',
    help: 'After a loss, video is accepted again when this packet of an I (or P) frame arrives. Intact frame: any packet of a frame without loss. The rest of a damaged frame stays refused. For this the router must store a frame number for each video. The two bits of the paper are not enough. Start of a frame: if another video is in the middle of a frame, it loses the rest of that frame. Any packet: even the rest of the lost frame ends the refusal, so ABD is little better than a shared buffer.',
    source: 'Bhattacharjee & McKinnon, section 2.3: “until another I frame is received”',
  }),
  ...bFrameDiscardParameter,
} as const satisfies ParameterSchema;

export const [abd, abdWeq] = fairBuffersPolicies({
  id: 'abd',
  name: 'ABD',
  summary:
    'One buffer for each kind of application. After an I or P frame is lost, ABD refuses video until a new frame ends the refusal.',
  equalSummary: 'Like ABD, but video and data each get half of the link when both have packets to send.',
  bufferOwners: 'classes',
  hasDiscardRule: true,
  parameters,
  reasons: classDiscardReasons,
});
