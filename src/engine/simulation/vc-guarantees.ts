/** What the contracts of VCs guarantee, as throughput. */

import { CELL_BYTES, CELL_PAYLOAD_BYTES, cellsOfPacket } from '../atm/aal5.ts';
import type { CellHost } from '../contract/cell-policy.ts';
import type { ResolvedScenario } from '../scenario/scenario.ts';

/** The guaranteed rates of the VCs of a run, bit/s. */
export class VcGuarantees {
  private readonly scenario: ResolvedScenario;
  private readonly port: Pick<CellHost, 'minimumCellRate'>;

  constructor(scenario: ResolvedScenario, port: VcGuarantees['port']) {
    this.scenario = scenario;
    this.port = port;
  }

  /** The throughput of a VC that gets just its guaranteed cells in full frames, bit/s. */
  minimumBps(vc: number): number {
    const { segmentBytes, headerBytes } = this.scenario.sources[vc].values as Readonly<Record<string, number>>;
    const cells = cellsOfPacket(segmentBytes + headerBytes);
    return this.port.minimumCellRate[vc] * 8 * (this.countsWire ? CELL_BYTES : segmentBytes / cells);
  }

  /**
   * The guaranteed rate of a VC as the papers state it, bit/s: 53 bytes for each cell if bytes on the wire count as
   * throughput, otherwise 48.
   */
  guaranteedBps(vc: number): number {
    return this.port.minimumCellRate[vc] * 8 * (this.countsWire ? CELL_BYTES : CELL_PAYLOAD_BYTES);
  }

  private get countsWire(): boolean {
    return this.scenario.run.accounting === 'wire';
  }
}
