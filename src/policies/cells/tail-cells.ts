/**
 * Tail drop of cells: a cell that finds the buffer full is lost. Frames that lose a cell are still sent, although they
 * are useless.
 * Source: the common practice of UBR, which Romanow & Floyd criticise ("Dynamics of TCP traffic over ATM networks",
 * 1995).
 */

import { acceptAllPolicy, acceptAllReasons } from './mechanisms/accept-all.ts';
import { cellPolicy } from './mechanisms/cells.ts';

export const tailCells = cellPolicy({
  id: 'tail-cells',
  name: 'Tail drop of cells',
  summary: 'Drops cells when the buffer is full. The rest of each damaged frame is still sent and wastes capacity.',
  source: 'Romanow & Floyd 1995, section 3',
  reasons: acceptAllReasons,
  dropProbability: () => 0,
  overflow: 'cell',
  create: (host) => acceptAllPolicy(host),
});
