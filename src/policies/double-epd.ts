/**
 * Double EPD (priority drop): tagged frames are dropped above L, all above H.
 * Source: Guerin & Heinanen, "UBR+ service category definition", ATM Forum 96-1598 (double FPD); Goyal et al. 98-0405.
 */
import type { ParameterSchema, ValuesOf } from '../params/schema.ts';
import { cellPolicy, cellThreshold, overflowReason } from './parts/cells.ts';
import { belowReason, type Finding, ThresholdPolicy, thresholdOperands } from './parts/threshold-policy.ts';

const SOURCE = 'Goyal et al., ATM Forum 98-0405; the value is recalled, not printed';

const parameters = {
  lowThreshold: cellThreshold('Lower threshold', 'L', 0.5, 'Above it tagged frames are dropped.', SOURCE),
  highThreshold: cellThreshold('Upper threshold', 'H', 0.9, 'Above it every frame is dropped.', SOURCE),
} as const satisfies ParameterSchema;

const TAGGED = 1;
const ABOVE = 2;

class DoubleEpd extends ThresholdPolicy<ValuesOf<typeof parameters>> {
  protected judge(finding: Finding, _vc: number, tagged: boolean): void {
    const { lowThreshold, highThreshold } = this.values;
    const { heldCells } = this.host;
    finding.threshold = heldCells > highThreshold ? highThreshold : lowThreshold;
    if (heldCells > highThreshold) finding.reason = ABOVE;
    else if (tagged && heldCells > lowThreshold) finding.reason = TAGGED;
  }
}

export const doubleEpd = cellPolicy({
  id: 'double-epd',
  name: 'Double EPD',
  summary: 'Drops tagged frames above L, and all above H.',
  source: 'ATM Forum 96-1598',
  taxonomy: {
    accounting: 'single',
    thresholds: 'multiple',
    threshold: 'static',
    drop: 'deterministic',
    tagSensitive: true,
  },
  parameters,
  constraints: [{ lower: 'lowThreshold', upper: 'highThreshold', gap: 1 }],
  reasons: [
    belowReason,
    {
      id: 'tagged',
      verdict: 'drop',
      label: 'tagged, above L',
      template: 'X = {held} cells is above L = {threshold}, and the frame is above the guaranteed rate: dropped.',
      operands: thresholdOperands,
      equation: 'X > L ,\\; CLP = 1',
      worked: '«held» > «threshold»',
    },
    {
      id: 'above',
      verdict: 'drop',
      label: 'above H',
      template: 'X = {held} cells is above H = {threshold}: every frame is dropped.',
      operands: thresholdOperands,
      equation: 'X > H',
      worked: '«held» > «threshold»',
    },
    overflowReason,
  ],
  dropProbability: ({ heldCells }, tagged, { lowThreshold, highThreshold }) =>
    heldCells > Number(tagged ? lowThreshold : highThreshold) ? 1 : 0,
  create: (host, values) => new DoubleEpd(host, values as ValuesOf<typeof parameters>),
});
