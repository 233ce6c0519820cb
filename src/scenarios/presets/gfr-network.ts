/**
 * The common values of the presets of Goyal et al. and of Hu & Jan: guaranteed frame rate (GFR), five VCs before one
 * switch.
 */

import type { SourceSpec } from '../../engine/scenario/scenario.ts';
import type { ParameterValues } from '../../params/schema.ts';
import { presentFields } from '../../shared/present-fields.ts';

/** Both papers are older than RFC 3042 (January 2001). */
export const WITHOUT_LIMITED_TRANSMIT: ParameterValues = { limitedTransmit: false };

/** Policies that both papers compare, or that are in the taxonomy of the first one. */
const COMPARED_POLICIES: readonly string[] = [
  'dfba',
  'double-epd',
  'epd',
  'selective-drop',
  'fba',
  'fred',
  'vq-depd',
  'ered',
  'ppd',
  'tail-cells',
];

interface Vc {
  readonly connectionCount: number;
  readonly minimumCellRate: number;
  readonly peakCellRate?: number;
  readonly accessDelayMs: number;
}

/** The source classes of the VCs, `vc1` and so on, with the values of their TCP. */
export function vcSources(vcs: readonly Vc[], tcp: ParameterValues): Record<string, SourceSpec> {
  return Object.fromEntries(
    vcs.map(({ connectionCount, minimumCellRate, peakCellRate, accessDelayMs }, index) => [
      `vc${index + 1}`,
      {
        kind: 'vc',
        label: `VC ${index + 1}`,
        flows: connectionCount,
        minimumCellRate,
        ...presentFields({ peakCellRate }),
        accessDelayMs,
        startWithinSeconds: 0.5,
        ...tcp,
      } as SourceSpec,
    ]),
  );
}

/** The compared policies, each with its settings or with its defaults. */
export function gfrPolicies(settings: Readonly<Record<string, ParameterValues>>): Record<string, ParameterValues> {
  return {
    ...settings,
    ...Object.fromEntries(COMPARED_POLICIES.filter((id) => !(id in settings)).map((id) => [id, {}])),
  };
}
