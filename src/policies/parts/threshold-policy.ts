/** Policies that compare what a frame finds with a threshold, and say why by the same numbers. */
import type { CellHost, CellPolicy } from '../../engine/cell-policy.ts';
import type { Reason } from '../../engine/policy.ts';
import type { ParameterValue } from '../../params/schema.ts';

type Values = Readonly<Record<string, ParameterValue>>;

const TAKEN = 0;

export const thresholdOperands = ['held', 'limit', 'threshold', 'ofVc', 'part', 'allowed'] as const;

export const belowReason: Reason = {
  id: 'below',
  verdict: 'accept',
  label: 'accepted',
  template: 'The buffer held {held} cells, of which {ofVc} of this VC: taken.',
  operands: thresholdOperands,
};

/** What a policy finds: the threshold that it looked at, the VC's part in it, and how much it may be. */
export interface Finding {
  reason: number;
  threshold: number;
  part: number;
  allowed: number;
}

export abstract class ThresholdPolicy<V> implements CellPolicy {
  protected values: V;
  protected readonly host: CellHost;
  private readonly finding: Finding = { reason: TAKEN, threshold: 0, part: 0, allowed: 0 };

  constructor(host: CellHost, values: V) {
    this.host = host;
    this.values = values;
  }

  admit(vc: number, tagged: boolean): number {
    const { finding, host } = this;
    finding.reason = TAKEN;
    finding.part = 0;
    finding.allowed = 0;
    this.judge(finding, vc, tagged);
    if (host.explaining) {
      const { operands } = host;
      operands[0] = host.heldCells;
      operands[1] = host.limitCells;
      operands[2] = finding.threshold;
      operands[3] = host.heldOf[vc] as number;
      operands[4] = finding.part;
      operands[5] = finding.allowed;
    }
    return finding.reason;
  }

  configure(values: Values): void {
    this.values = values as V;
  }

  signals(_into: Float64Array): void {}

  /** Writes what it finds into `finding`, which says that the frame is taken. */
  protected abstract judge(finding: Finding, vc: number, tagged: boolean): void;
}
