/**
 * VQ + dynamic EPD: virtual queueing computes the cells that each VC would hold under round robin. In reality the cells
 * leave one FIFO buffer. Above R, frames of VCs that would hold more than an equal share of R are dropped. Source: Siu,
 * Wu & Ren, "Virtual queueing techniques for UBR+ service in ATM", Globecom 1997; Wu, Siu & Ren, "Improved virtual
 * queueing and dynamic EPD techniques for TCP over ATM", ICNP 1997. Approximated: we know both papers only from short
 * descriptions in other papers. The round robin is that of Hu & Jan with equal weights, and the dynamic threshold is
 * our own.
 */
import type { CellHost } from '../../engine/contract/cell-policy.ts';
import type { Reason } from '../../engine/contract/policy.ts';
import { VcColumn } from '../../engine/contract/policy-tables.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { dropReason, indexById } from '../mechanisms/reasons.ts';
import { activeVcs, cellPolicy, cellThreshold, holdingVcs, overflowReason } from './mechanisms/cells.ts';
import { EmulatedRoundRobin } from './mechanisms/emulated-round-robin.ts';
import { belowReason, ThresholdPolicy, type VerdictOperands } from './mechanisms/threshold-policy.ts';

const parameters = {
  threshold: cellThreshold('Threshold', 'R', 0.8, {
    help: 'Below R, every frame is accepted. Above R, the virtual queue of each VC may hold an equal share of R. We do not know the original rule.',
    source: 'The paper does not print this value. We use that of EPD.',
  }),
} as const satisfies ParameterSchema;

type VqValues = ValuesOf<typeof parameters>;

const reasons = [
  belowReason,
  dropReason('over-share', 'virtual queue above its share', {
    template:
      'X = {held} cells is above R = {threshold}. The VC holds {ofVc} cells. Under round robin it would hold {virtual} cells, more than its share of {allowed}: dropped.',
  }),
  overflowReason,
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

class VirtualQueueing extends ThresholdPolicy<VqValues> {
  private readonly roundRobin: EmulatedRoundRobin;

  constructor(host: CellHost, values: VqValues) {
    super(host, values);
    this.roundRobin = new EmulatedRoundRobin(Array.from(host.heldOf, () => 1));
  }

  onCellTaken(vc: number): void {
    this.roundRobin.onTaken(vc);
  }

  onCellSent(): void {
    this.roundRobin.onSent();
  }

  describeVc(vc: number, into: Float64Array, offset: number): void {
    into[offset + VcColumn.virtualCells] = this.roundRobin.virtualCells[vc];
    into[offset + VcColumn.thresholdCells] = this.allowedCells(vc);
  }

  override signals(into: Float64Array): void {
    into[0] = this.values.threshold / Math.max(1, holdingVcs(this.roundRobin.virtualCells));
  }

  protected judge(vc: number): number {
    if (this.host.heldCells <= this.values.threshold) return REASON.below;
    return this.roundRobin.virtualCells[vc] > this.allowedCells(vc) ? REASON['over-share'] : REASON.below;
  }

  protected explainVerdict(vc: number, _isTagged: boolean, reason: number): VerdictOperands {
    const { virtualCells } = this.roundRobin;
    const operands = {
      virtual: virtualCells[vc],
      activeVcs: activeVcs(virtualCells, vc),
      allowed: this.allowedCells(vc),
    };
    if (this.host.heldCells <= this.values.threshold) return { operands, steps: ['held <= threshold'] };
    const compare = reason === REASON['over-share'] ? 'virtual > allowed' : 'virtual <= allowed';
    return { operands, steps: ['held > threshold', 'allowed = threshold / activeVcs', compare] };
  }

  /** An equal share of R, cells. */
  private allowedCells(vc: number): number {
    return this.values.threshold / activeVcs(this.roundRobin.virtualCells, vc);
  }
}

export const vqDepd = cellPolicy({
  id: 'vq-depd',
  name: 'VQ + dynamic EPD',
  summary:
    'Simulates a virtual queue for each VC under round robin. While the buffer holds more than R, it drops frames of a VC whose virtual queue holds more than an equal share of R. Approximation: we do not have the original threshold.',
  source: 'Wu, Siu & Ren, ICNP 1997',
  taxonomy: { accounting: 'multiple', thresholds: 'single', threshold: 'dynamic', drop: 'deterministic' },
  parameters,
  thresholdStyles: { threshold: 'middle' },
  reasons,
  quantities: {
    virtual: {
      symbol: String.raw`\tilde X_i`,
      meaning: 'cells that this VC would hold under round robin',
      unit: 'cells',
    },
    activeVcs: { symbol: 'N_a', meaning: 'VCs that would hold cells, including this one', unit: '' },
    allowed: { symbol: 'A', meaning: 'equal share of R', unit: 'cells' },
  },
  shares: 'equal',
  signals: [{ id: 'share', label: 'share of a VC', symbol: 'R / N_a', unit: 'cells', axis: 'own' }],
  dropProbability: ({ heldCells, virtualCells = 0, thresholdCells = 0 }, _, { threshold }) =>
    heldCells > threshold && virtualCells > thresholdCells ? 1 : 0,
  create: (host, values) => new VirtualQueueing(host, values),
});
