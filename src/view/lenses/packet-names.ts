/** Short names of packets where each is a flow of its own or flows are few: B3 is flow 3 of the class "blue". */
import { FLOW_RATE_STRIDE, FlowRateColumn, type Frame, type RunDescription } from '../../engine/frame.ts';

/** With more flows than this, a name would say little. */
const MOST_FLOWS = 20;

/** The name of a packet of this flow; empty where names are of no use. */
export function packetName({ flows }: Frame, { classes }: RunDescription, flow: number): string {
  const count = flows.length / FLOW_RATE_STRIDE;
  if (count > MOST_FLOWS || flow >= count) return '';
  const classOf = (row: number) => flows[row * FLOW_RATE_STRIDE + FlowRateColumn.classIndex];
  const classIndex = classOf(flow) as number;
  const letter = (classes[classIndex]?.label ?? '').charAt(0).toUpperCase();
  let place = 0;
  let all = 0;
  for (let row = 0; row < count; row++) {
    if (classOf(row) !== classIndex) continue;
    all++;
    if (row <= flow) place++;
  }
  return all > 1 ? `${letter}${place}` : letter;
}
