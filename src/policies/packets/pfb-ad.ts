/**
 * PFB/AD, per-flow buffers with application-specific discarding: packets of a flow that a loss has made useless are
 * refused on arrival.
 * Source: Bhattacharjee & McKinnon, section 2.3.
 */
import {
  bFrameDiscardParameter,
  discardReasons,
  fairBuffersPolicies,
  schedulerParameters,
} from './mechanisms/fair-buffers.ts';

export const [pfbAd, pfbAdWeq] = fairBuffersPolicies({
  id: 'pfb-ad',
  name: 'PFB/AD',
  summary: 'Per-flow buffers that refuse packets made useless by a lost frame.',
  equalSummary: 'Per-flow buffers that refuse useless packets, served in equal shares.',
  bufferOwners: 'flows',
  hasDiscardRule: true,
  parameters: { ...schedulerParameters, ...bFrameDiscardParameter },
  reasons: discardReasons,
});
