/**
 * PFB/AD, per-flow buffers with application-specific discarding: packets that a loss has made useless are refused on arrival,
 * flow by flow.
 * Source: Bhattacharjee & McKinnon, section 2.3.
 */
import type { PacketPolicyDefinition } from '../../engine/policy.ts';
import {
  bufferHints,
  bufferQuantities,
  discardReasons,
  FairBuffers,
  restOfBParameter,
  schedulerParameters,
} from './parts/fair-buffers.ts';

export const pfbAd: PacketPolicyDefinition = {
  id: 'pfb-ad',
  name: 'PFB/AD',
  summary: 'Per-flow buffers that refuse packets made useless by a lost frame.',
  source: 'Bhattacharjee & McKinnon, section 2.3',
  manages: 'packets',
  workConserving: true,
  order: 'flow',
  parameters: { ...schedulerParameters, ...restOfBParameter },
  constraints: [],
  reasons: discardReasons,
  quantities: bufferQuantities,
  hints: bufferHints,
  create: (host, values) => new FairBuffers(host, { buffersOf: 'flows', equalWeights: false, discards: true }, values),
};

export const pfbAdWeq: PacketPolicyDefinition = {
  ...pfbAd,
  id: 'pfb-ad-weq',
  name: 'PFB/AD/WEQ',
  summary: 'Per-flow buffers that refuse useless packets, served in equal shares.',
  parametersOf: 'pfb-ad',
  create: (host, values) => new FairBuffers(host, { buffersOf: 'flows', equalWeights: true, discards: true }, values),
};
