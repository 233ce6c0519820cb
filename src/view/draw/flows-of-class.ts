import { FLOW_RATE_STRIDE, FlowRateColumn, type Frame } from '../../engine/frame/frame.ts';

/** The numbers of the flows of a class. */
export function flowsOfClass({ flows }: Pick<Frame, 'flows'>, classIndex: number): number[] {
  const count = flows.length / FLOW_RATE_STRIDE;
  return Array.from({ length: count }, (_, flow) => flow).filter(
    (flow) => flows[flow * FLOW_RATE_STRIDE + FlowRateColumn.classIndex] === classIndex,
  );
}
