/**
 * Selective drop: above R, frames of VCs that hold more than Z times an equal share are dropped.
 * Source: Goyal et al., ATM Forum 98-0405 (taxonomy); Goyal, Jain et al., "UBR+", 1998, for the rule.
 */
import { equalSharePolicy } from './mechanisms/equal-share.ts';

export const selectiveDrop = equalSharePolicy(
  {
    id: 'selective-drop',
    name: 'Selective Drop',
    summary: 'Drops frames while the buffer holds more than R, if their VC holds more than Z equal shares.',
    source: 'Goyal et al., ATM Forum 98-0405',
    thresholdShare: 0.9,
  },
  (_, __, { scale }) => scale,
  'scale',
);
