/**
 * PFB, per-flow buffers: each flow has its own part of the buffer, and weighted round robin serves the parts.
 * Source: Bhattacharjee & McKinnon, section 2.3.
 */
import type { PacketPolicyDefinition } from '../../engine/policy.ts';
import {
  bufferHints,
  bufferQuantities,
  bufferReasons,
  FairBuffers,
  schedulerParameters,
} from './parts/fair-buffers.ts';

export const pfb: PacketPolicyDefinition = {
  id: 'pfb',
  name: 'PFB',
  summary: 'Each flow has its own part of the buffer and its own share of the link.',
  source: 'Bhattacharjee & McKinnon, section 2.3',
  manages: 'packets',
  workConserving: true,
  order: 'flow',
  parameters: schedulerParameters,
  constraints: [],
  reasons: bufferReasons,
  quantities: bufferQuantities,
  hints: bufferHints,
  create: (host, values) => new FairBuffers(host, { buffersOf: 'flows', equalWeights: false, discards: false }, values),
};

export const pfbWeq: PacketPolicyDefinition = {
  ...pfb,
  id: 'pfb-weq',
  name: 'PFB/WEQ',
  summary: 'Per-flow buffers, served in equal shares for any offered load.',
  parametersOf: 'pfb',
  create: (host, values) => new FairBuffers(host, { buffersOf: 'flows', equalWeights: true, discards: false }, values),
};
