/**
 * Selective drop: above R, frames of VCs that hold more than Z times an equal share are dropped.
 * Source: Goyal et al., ATM Forum 98-0405 (taxonomy); Goyal, Jain et al., "UBR+", 1998, for the rule.
 */
import { cellPolicy } from './parts/cells.ts';
import {
  EqualSharePolicy,
  type EqualShareValues,
  equalShareParameters,
  equalShareReasons,
} from './parts/equal-share.ts';

const SOURCE = 'Goyal et al., ATM Forum 98-0405';

class SelectiveDrop extends EqualSharePolicy {
  protected allowed(): number {
    return this.values.scale;
  }
}

export const selectiveDrop = cellPolicy({
  id: 'selective-drop',
  name: 'Selective Drop',
  summary: 'Above R drops frames of VCs that hold more than Z equal shares.',
  source: SOURCE,
  taxonomy: {
    accounting: 'multiple',
    thresholds: 'single',
    threshold: 'dynamic',
    drop: 'deterministic',
    tagSensitive: false,
  },
  parameters: equalShareParameters(SOURCE, 0.9),
  reasons: equalShareReasons('Z'),
  create: (host, values) => new SelectiveDrop(host, values as EqualShareValues),
});
