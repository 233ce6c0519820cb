/** Counters of each flow, in one growing table. */
export const FlowColumn = {
  arrivedBytes: 0,
  countedBytes: 1,
  usefulBytes: 2,
  startedPackets: 3,
  delaySumNs: 4,
  classIndex: 5,
} as const;
export const FLOW_STRIDE = 6;

/** The counters of all flows, by the columns of `FlowColumn`. Flows are numbered from 0 as they are added. */
export class FlowTable {
  count = 0;
  entries = new Float64Array(64 * FLOW_STRIDE);

  add(classIndex: number): void {
    if ((this.count + 1) * FLOW_STRIDE > this.entries.length) {
      const largerTable = new Float64Array(this.entries.length * 2);
      largerTable.set(this.entries);
      this.entries = largerTable;
    }
    this.entries[this.count * FLOW_STRIDE + FlowColumn.classIndex] = classIndex;
    this.count++;
  }

  classOf(flow: number): number {
    return this.entries[flow * FLOW_STRIDE + FlowColumn.classIndex];
  }
}
