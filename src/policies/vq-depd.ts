/**
 * VQ + dynamic EPD: virtual queueing tells what each VC would hold under round robin, while the cells leave one FIFO
 * buffer; above R, frames of VCs that virtually hold more than an equal share of R are dropped.
 * Source: Siu, Wu & Ren, "Virtual queueing techniques for UBR+ service in ATM", Globecom 1997; Wu, Siu & Ren, "Improved
 * virtual queueing and dynamic EPD techniques for TCP over ATM", ICNP 1997. Approximated: both are known here by what
 * others say of them, in a line; round robin is that of Hu & Jan with equal weights, the dynamic threshold our own.
 */
import type { CellHost } from '../engine/cell-policy.ts';
import type { ParameterSchema, ValuesOf } from '../params/schema.ts';
import { activeVcs, cellPolicy, cellThreshold, holdingVcs, overflowReason } from './parts/cells.ts';
import { EmulatedRoundRobin } from './parts/emulated-round-robin.ts';
import { belowReason, type Finding, ThresholdPolicy, thresholdOperands } from './parts/threshold-policy.ts';

const parameters = {
  threshold: cellThreshold(
    'Threshold',
    'R',
    0.8,
    'Below it every frame is taken; above it each VC may virtually hold an equal share of it. The original rule is not known here.',
    'as the threshold of EPD; not printed',
  ),
} as const satisfies ParameterSchema;

type VqValues = ValuesOf<typeof parameters>;

class VirtualQueueing extends ThresholdPolicy<VqValues> {
  private readonly robin: EmulatedRoundRobin;

  constructor(host: CellHost, values: VqValues) {
    super(host, values);
    this.robin = new EmulatedRoundRobin(Array.from(host.heldOf, () => 1));
  }

  onCellTaken(vc: number): void {
    this.robin.onTaken(vc);
  }

  onCellSent(): void {
    this.robin.onSent();
  }

  override signals(into: Float64Array): void {
    into[0] = this.values.threshold / Math.max(1, holdingVcs(this.robin.virtual));
  }

  protected judge(finding: Finding, vc: number): void {
    const { threshold } = this.values;
    const { virtual } = this.robin;
    finding.threshold = threshold;
    finding.part = virtual[vc] as number;
    finding.allowed = threshold / activeVcs(virtual, vc);
    if (this.host.heldCells > threshold && finding.part > finding.allowed) finding.reason = 1;
  }
}

export const vqDepd = cellPolicy({
  id: 'vq-depd',
  name: 'VQ + dynamic EPD',
  summary:
    'Above R drops frames of VCs that would hold more than an equal share of R under round robin. Approximated: the original threshold is not known here.',
  source: 'Wu, Siu & Ren, ICNP 1997',
  taxonomy: {
    accounting: 'multiple',
    thresholds: 'single',
    threshold: 'dynamic',
    drop: 'deterministic',
    tagSensitive: false,
  },
  parameters,
  reasons: [
    belowReason,
    {
      id: 'over-share',
      verdict: 'drop',
      label: 'virtually above its share',
      template:
        'X = {held} cells is above R = {threshold}; the VC holds {ofVc}, but under round robin {part}, above its share of {allowed}: dropped.',
      operands: thresholdOperands,
      equation: 'X > R ,\\; \\tilde X_i > R / N_a',
      worked: '«part» > «allowed»',
    },
    overflowReason,
  ],
  shares: 'equal',
  signals: [{ id: 'share', label: 'share of a VC', symbol: 'R / N_a', unit: 'cells', axis: 'own' }],
  create: (host, values) => new VirtualQueueing(host, values as VqValues),
});
