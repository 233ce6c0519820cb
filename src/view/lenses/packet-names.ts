/** Numbers on packets where flows are few: 3 is flow 3 of its class, which colour and shape tell. */
import { FLOW_RATE_STRIDE, FlowRateColumn, type Frame } from '../../engine/frame.ts';

/** With more flows than this, a name would say little. */
const MOST_FLOWS = 20;

/** The number of this flow in its class, from 1; empty where it is of no use. */
export function packetName({ flows }: Frame, flow: number): string {
  const count = flows.length / FLOW_RATE_STRIDE;
  if (count > MOST_FLOWS || flow >= count) return '';
  const classOf = (row: number) => flows[row * FLOW_RATE_STRIDE + FlowRateColumn.classIndex];
  const classIndex = classOf(flow) as number;
  let place = 0;
  let all = 0;
  for (let row = 0; row < count; row++) {
    if (classOf(row) !== classIndex) continue;
    all++;
    if (row <= flow) place++;
  }
  return all > 1 ? String(place) : '';
}
