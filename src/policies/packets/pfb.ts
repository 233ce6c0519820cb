/**
 * PFB, per-flow buffers: each flow has its own part of the buffer, and weighted round robin serves the parts.
 * Source: Bhattacharjee & McKinnon, section 2.3.
 */
import {
  bufferHints,
  bufferReasons,
  FairBuffers,
  ownBufferQuantities,
  schedulerParameters,
} from './mechanisms/fair-buffers.ts';
import { packetPolicy } from './mechanisms/packet-policy.ts';

/** The parts that do not depend on the weights. */
const sharedOptions = {
  source: 'Bhattacharjee & McKinnon, section 2.3',
  order: 'flow',
  parameters: schedulerParameters,
  reasons: bufferReasons,
  quantities: ownBufferQuantities,
  hints: { ...bufferHints, rows: { by: 'flow' } },
} as const;

export const pfb = packetPolicy({
  ...sharedOptions,
  id: 'pfb',
  name: 'PFB',
  summary: 'Each flow has its own part of the buffer and its own share of the link.',
  create: (host, values) =>
    new FairBuffers(host, { bufferOwners: 'flows', hasEqualWeights: false, hasDiscardRule: false }, values),
});

export const pfbWeq = packetPolicy({
  ...sharedOptions,
  id: 'pfb-weq',
  name: 'PFB/WEQ',
  summary: 'Per-flow buffers, served in equal shares for any offered load.',
  parametersOf: 'pfb',
  create: (host, values) =>
    new FairBuffers(host, { bufferOwners: 'flows', hasEqualWeights: true, hasDiscardRule: false }, values),
});
