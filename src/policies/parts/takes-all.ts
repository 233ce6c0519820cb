/** Takes every frame: what is lost, is lost for want of room. */
import type { CellHost, CellPolicy } from '../../engine/cell-policy.ts';
import type { Reason } from '../../engine/policy.ts';

export const takenReason: Reason = {
  id: 'taken',
  verdict: 'accept',
  label: 'accepted',
  template: 'Every frame is taken while there is room: the buffer held {held} of {limit} cells.',
  operands: ['held', 'limit'],
};

export function takesAll(host: CellHost): CellPolicy {
  return {
    admit: () => {
      if (host.explaining) {
        host.operands[0] = host.heldCells;
        host.operands[1] = host.limitCells;
      }
      return 0;
    },
    configure: () => {},
    signals: () => {},
  };
}
