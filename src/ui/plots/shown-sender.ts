/** The sender whose plots are shown: one TCP flow of one lane. */
import { useRef } from 'react';
import { useStore } from 'zustand';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { FLOW_RATE_STRIDE, FlowRateColumn } from '../../engine/frame/frame.ts';
import { PACKET_SENDERS } from '../../engine/scenario/scenario.ts';
import { useLanes } from '../shell/context.tsx';
import { plotStore } from './plot-state.ts';

/** TCP classes of a lane, each with the numbers of its flows. */
interface ClassFlows {
  readonly classIndex: number;
  readonly label: string;
  readonly flows: readonly number[];
}

function classFlowsOf({ description, frame }: LaneSnapshot): ClassFlows[] {
  if (description === undefined || frame === undefined) return [];
  const flows = Array.from({ length: frame.flows.length / FLOW_RATE_STRIDE }, (_, flow) => flow);
  const classOf = (flow: number) => frame.flows[flow * FLOW_RATE_STRIDE + FlowRateColumn.classIndex];
  return description.classes.flatMap(({ kind, label }, classIndex) =>
    PACKET_SENDERS.has(kind) ? { classIndex, label, flows: flows.filter((flow) => classOf(flow) === classIndex) } : [],
  );
}

/** The shown sender: the chosen one, or the first of its lane. While a run starts again, it is that of before. */
export function useShownSender() {
  const lanes = useLanes();
  const chosenSender = useStore(plotStore, (state) => state.sender);
  const lane = Math.min(chosenSender?.lane ?? 0, lanes.length - 1);
  const shownLane = lanes[lane];
  // With two lanes, the other lane is compared with it.
  const otherLane = lanes.length === 2 ? 1 - lane : undefined;
  const knownChoices = useRef<readonly ClassFlows[]>([]);
  if (shownLane?.frame !== undefined) knownChoices.current = classFlowsOf(shownLane);
  const choices = knownChoices.current;
  const classFlows = choices.find(({ flows }) => flows.includes(chosenSender?.flow ?? -1)) ?? choices[0];
  const flow = classFlows?.flows.find((candidate) => candidate === chosenSender?.flow) ?? classFlows?.flows[0];
  return { lanes, shownLane, lane, otherLane, choices, classFlows, flow };
}
