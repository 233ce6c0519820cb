/** Reads a choice of flows: `all`, `totals`, or flows by class and number from 0, as `tcp.0,tcp.3`. */
import type { ResolvedScenario } from '../engine/scenario/scenario.ts';
import { PACKET_SENDERS } from '../engine/sources/source-schemas.ts';
import type { ChosenFlow, FlowChoice } from './sender-table.ts';

/** The unknown flow, and the allowed flows. */
export interface FlowProblem {
  readonly given: string;
  readonly allowed: string;
}

/** @param text as `tcp.0`: the first flow of class `tcp` */
export function parseChosenFlow(
  { sources }: Pick<ResolvedScenario, 'sources'>,
  text: string,
): ChosenFlow | FlowProblem {
  const flowsOf = (index: number) => Number(sources[index]?.values.flows);
  const tcpSources = sources.flatMap(({ kind }, index) => (PACKET_SENDERS.has(kind) ? [index] : []));
  const dot = text.lastIndexOf('.');
  const classIndex = tcpSources.find((index) => sources[index]?.id === text.slice(0, dot));
  const indexInClass = /^\d+$/.test(text.slice(dot + 1)) ? Number(text.slice(dot + 1)) : Number.NaN;
  if (classIndex !== undefined && indexInClass < flowsOf(classIndex)) return { classIndex, indexInClass };
  const allowedFlows = tcpSources.map((index) => {
    const id = sources[index]?.id;
    return flowsOf(index) === 1 ? `${id}.0` : `${id}.0 to ${id}.${flowsOf(index) - 1}`;
  });
  return { given: text, allowed: allowedFlows.join(', ') || 'none, because no class of this scenario is TCP' };
}

/** The flows that a text chooses, or its first flow that the scenario does not have. */
export function parseChosenFlows(
  scenario: ResolvedScenario,
  text: string,
): { readonly flows: FlowChoice } | FlowProblem {
  if (text === 'all' || text === 'totals') return { flows: text };
  const flows: ChosenFlow[] = [];
  for (const flowText of text.split(',')) {
    const flow = parseChosenFlow(scenario, flowText);
    if ('given' in flow) return flow;
    flows.push(flow);
  }
  return { flows };
}
