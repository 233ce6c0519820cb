/** Accepts every frame: cells are lost only when the buffer is full. */
import type { CellHost, CellPolicy } from '../../../engine/contract/cell-policy.ts';
import type { Reason } from '../../../engine/contract/policy.ts';
import { acceptReason, indexOfItem } from '../../mechanisms/reasons.ts';
import { overflowReason } from './cells.ts';

export const acceptAllReasons: readonly Reason[] = [
  acceptReason('taken', 'accepted', {
    template: 'Every frame is accepted at its first cell. Cells without room are lost.',
  }),
  overflowReason,
];

const TAKEN_REASON = indexOfItem(acceptAllReasons, 'taken');

/** The policy for a host, without parameters and signals. */
export function acceptAllPolicy(host: CellHost): CellPolicy {
  return {
    admit: () => {
      if (host.explaining) {
        const { heldCells, limitCells: limit } = host;
        host.explanation.tell({ held: heldCells, limit }, [heldCells < limit ? 'held < limit' : 'held >= limit']);
      }
      return TAKEN_REASON;
    },
    configure: () => {},
    signals: () => {},
  };
}
