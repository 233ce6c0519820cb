/**
 * PFB, per-flow buffers: each flow has its own part of the buffer, and weighted round robin serves the parts.
 * Source: Bhattacharjee & McKinnon, section 2.3.
 */
import { bufferReasons, fairBuffersPolicies, schedulerParameters } from './mechanisms/fair-buffers.ts';

export const [pfb, pfbWeq] = fairBuffersPolicies({
  id: 'pfb',
  name: 'PFB',
  summary: 'Each flow has its own part of the buffer and its own share of the link.',
  equalSummary: 'Per-flow buffers, served in equal shares for any offered load.',
  bufferOwners: 'flows',
  hasDiscardRule: false,
  parameters: schedulerParameters,
  reasons: bufferReasons,
});
