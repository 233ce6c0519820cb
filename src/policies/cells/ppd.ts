/**
 * PPD, partial packet discard: when a frame has lost a cell, its other cells are dropped too. The last cell is not
 * dropped, because it marks the end of the frame. Source: Romanow & Floyd, "Dynamics of TCP traffic over ATM networks",
 * 1995, section 4.
 */

import { acceptAllPolicy, acceptAllReasons } from './mechanisms/accept-all.ts';
import { cellPolicy } from './mechanisms/cells.ts';

export const ppd = cellPolicy({
  id: 'ppd',
  name: 'PPD',
  summary: 'Drops the rest of each frame that has lost a cell.',
  source: 'Romanow & Floyd 1995, section 4',
  taxonomy: { accounting: 'single', thresholds: 'single', threshold: 'static', drop: 'deterministic' },
  reasons: acceptAllReasons,
  dropProbability: () => 0,
  create: (host) => acceptAllPolicy(host),
});
