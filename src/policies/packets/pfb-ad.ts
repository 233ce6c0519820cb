/**
 * PFB/AD, per-flow buffers with application-specific discarding: packets of a flow that a loss has made useless are
 * refused on arrival.
 * Source: Bhattacharjee & McKinnon, section 2.3.
 */
import {
  bFrameDiscardParameter,
  bufferHints,
  discardReasons,
  FairBuffers,
  ownBufferQuantities,
  schedulerParameters,
} from './mechanisms/fair-buffers.ts';
import { packetPolicy } from './mechanisms/packet-policy.ts';

/** The parts that do not depend on the weights. */
const sharedOptions = {
  source: 'Bhattacharjee & McKinnon, section 2.3',
  order: 'flow',
  parameters: { ...schedulerParameters, ...bFrameDiscardParameter },
  reasons: discardReasons,
  quantities: ownBufferQuantities,
  hints: { ...bufferHints, rows: { by: 'flow' } },
} as const;

export const pfbAd = packetPolicy({
  ...sharedOptions,
  id: 'pfb-ad',
  name: 'PFB/AD',
  summary: 'Per-flow buffers that refuse packets made useless by a lost frame.',
  create: (host, values) =>
    new FairBuffers(host, { bufferOwners: 'flows', hasEqualWeights: false, hasDiscardRule: true }, values),
});

export const pfbAdWeq = packetPolicy({
  ...sharedOptions,
  id: 'pfb-ad-weq',
  name: 'PFB/AD/WEQ',
  summary: 'Per-flow buffers that refuse useless packets, served in equal shares.',
  parametersOf: 'pfb-ad',
  create: (host, values) =>
    new FairBuffers(host, { bufferOwners: 'flows', hasEqualWeights: true, hasDiscardRule: true }, values),
});
