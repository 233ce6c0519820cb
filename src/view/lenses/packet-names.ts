/** Numbers on packets if there are few flows: 3 is flow 3 of its class. Colour and shape show the class. */
import { FLOW_RATE_STRIDE, FlowRateColumn, type Frame } from '../../engine/frame/frame.ts';

/** Largest number of flows for which packets have names. */
const MAX_FLOWS = 20;

/** The number of a flow in its class, from 1; empty if there are too many flows. */
export function packetName({ flows }: Frame, flow: number): string {
  const count = flows.length / FLOW_RATE_STRIDE;
  if (count > MAX_FLOWS || flow >= count) return '';
  const classOf = (row: number) => flows[row * FLOW_RATE_STRIDE + FlowRateColumn.classIndex];
  const classIndex = classOf(flow);
  let indexInClass = 0;
  let flowsOfClass = 0;
  for (let row = 0; row < count; row++) {
    if (classOf(row) !== classIndex) continue;
    flowsOfClass++;
    if (row <= flow) indexInClass++;
  }
  return flowsOfClass > 1 ? String(indexInClass) : '';
}
