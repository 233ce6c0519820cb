/**
 * FBA, fair buffer allocation: as selective drop, but the more room there is above R, the more a VC may hold.
 * Source: Heinanen & Kilkki, "A fair buffer allocation scheme", Computer Communications 21, 1998.
 */
import { cellPolicy } from './parts/cells.ts';
import {
  EqualSharePolicy,
  type EqualShareValues,
  equalShareParameters,
  equalShareReasons,
} from './parts/equal-share.ts';

const SOURCE = 'Heinanen & Kilkki 1998';

class FairBufferAllocation extends EqualSharePolicy {
  protected allowed(): number {
    const { heldCells, limitCells } = this.host;
    const { threshold, scale } = this.values;
    return scale * (1 + (limitCells - heldCells) / (heldCells - threshold));
  }
}

export const fba = cellPolicy({
  id: 'fba',
  name: 'FBA',
  summary: 'Above R drops frames of VCs that hold more than their share, which shrinks as the buffer fills.',
  source: SOURCE,
  taxonomy: {
    accounting: 'multiple',
    thresholds: 'single',
    threshold: 'dynamic',
    drop: 'deterministic',
    tagSensitive: false,
  },
  parameters: equalShareParameters(SOURCE, 0.5),
  reasons: equalShareReasons('Z (1 + (B - X) / (X - R))'),
  create: (host, values) => new FairBufferAllocation(host, values as EqualShareValues),
});
