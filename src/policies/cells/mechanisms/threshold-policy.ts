/** Policies that compare the buffer with a threshold when a frame arrives. The same numbers explain the verdict. */
import type { CellHost, CellPolicy } from '../../../engine/contract/cell-policy.ts';
import type { Operands } from '../../../engine/contract/explanation.ts';
import { acceptReason } from '../../mechanisms/reasons.ts';

export const belowReason = acceptReason('below', 'accepted', {
  template: 'The buffer held {held} cells, {ofVc} of them from this VC: accepted.',
});

/** The operands of a verdict, besides the content of the buffer. */
export interface VerdictOperands {
  readonly operands?: Operands;
  readonly steps: readonly string[];
}

/** A policy for cells that compares with thresholds; a subclass judges and explains. */
export abstract class ThresholdPolicy<V> implements CellPolicy<V> {
  protected values: V;
  protected readonly host: CellHost;

  constructor(host: CellHost, values: V) {
    this.host = host;
    this.values = values;
  }

  admit(vc: number, isTagged: boolean): number {
    const { host } = this;
    const reason = this.judge(vc, isTagged);
    if (host.explaining) {
      const { operands = {}, steps } = this.explainVerdict(vc, isTagged, reason);
      const occupancy = { held: host.heldCells, limit: host.limitCells, ofVc: host.heldOf[vc] };
      host.explanation.tell({ ...occupancy, ...operands }, steps);
    }
    return reason;
  }

  configure(values: V): void {
    this.values = values;
  }

  signals(_into: Float64Array): void {}

  /** @returns the index of the reason in the policy's list */
  protected abstract judge(vc: number, isTagged: boolean): number;

  /** Numbers and steps that led to this reason. */
  protected abstract explainVerdict(vc: number, isTagged: boolean, reason: number): VerdictOperands;
}
