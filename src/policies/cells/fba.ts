/**
 * FBA, fair buffer allocation: as selective drop, but a VC may hold more cells if there is more room above R.
 * Source: Heinanen & Kilkki, "A fair buffer allocation scheme", Computer Communications 21, 1998.
 */
import { equalSharePolicy } from './mechanisms/equal-share.ts';

export const fba = equalSharePolicy(
  {
    id: 'fba',
    name: 'FBA',
    summary:
      'Drops frames while the buffer holds more than R, if their VC holds more than its share. The share shrinks as the buffer fills.',
    source: 'Heinanen & Kilkki 1998',
    thresholdShare: 0.5,
  },
  (heldCells, limitCells, { threshold, scale }) => scale * (1 + (limitCells - heldCells) / (heldCells - threshold)),
  'scale * (1 + (limit - held) / (held - threshold))',
);
