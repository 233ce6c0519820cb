/** The colours that sources chose over time, and their shares of the time. */
import {
  COLOUR_STRIDE,
  ColourColumn,
  FLOW_RATE_STRIDE,
  FlowRateColumn,
  type Frame,
  SourceColour,
} from '../../engine/frame/frame.ts';
import { numberAt, tableRows } from '../../shared/tables.ts';

/** The choices of one source: their times, ns, and their colours. */
export interface ColourHistory {
  readonly timesNs: number[];
  readonly colours: number[];
}

/** The choices of each flow in the table of a frame, in order of time. */
export function colourHistoryByFlow({ colours }: Frame): ReadonlyMap<number, ColourHistory> {
  const sources = new Map<number, ColourHistory>();
  for (const entry of tableRows(colours, COLOUR_STRIDE)) {
    const flow = entry(ColourColumn.flow);
    const source = sources.get(flow) ?? { timesNs: [], colours: [] };
    source.timesNs.push(entry(ColourColumn.sinceNs));
    source.colours.push(entry(ColourColumn.colour));
    sources.set(flow, source);
  }
  return sources;
}

/** The colour of a source just before a time; silent before its first choice. */
export function colourAt({ timesNs, colours }: ColourHistory, timeNs: number): number {
  let index = timesNs.length - 1;
  while (index >= 0 && (timesNs[index] ?? 0) >= timeNs) index--;
  return colours[index] ?? SourceColour.silent;
}

/** The sources of a class that choose their colour, of those that the frame lists. */
function historiesOfClass(frame: Frame, classIndex: number): readonly ColourHistory[] {
  return [...colourHistoryByFlow(frame)].flatMap(([flow, history]) =>
    numberAt(frame.flows, flow * FLOW_RATE_STRIDE + FlowRateColumn.classIndex) === classIndex ? [history] : [],
  );
}

/** Whether sources of a class have chosen a colour. */
export function hasColourChoices(frame: Frame, classIndex: number): boolean {
  return historiesOfClass(frame, classIndex).length > 0;
}

/** The share of the measured time in which a source of the class is green, 0 to 1: the mean over its sources. */
export function greenTimeShare(frame: Frame, classIndex: number): number {
  const { timeNs, measured } = frame;
  const fromNs = timeNs - measured.spanNs;
  const histories = historiesOfClass(frame, classIndex);
  let greenNs = 0;
  for (const { timesNs, colours } of histories)
    for (const [index, sinceNs] of timesNs.entries()) {
      if (colours[index] !== SourceColour.green) continue;
      const untilNs = Math.min(timesNs[index + 1] ?? timeNs, timeNs);
      greenNs += Math.max(0, untilNs - Math.max(sinceNs, fromNs));
    }
  return greenNs / (histories.length * measured.spanNs);
}

/** The share of the sources of a class that are green at a time, 0 to 1. */
export function greenSourceShare(frame: Frame, classIndex: number, timeNs: number): number {
  const histories = historiesOfClass(frame, classIndex);
  return histories.filter((history) => colourAt(history, timeNs) === SourceColour.green).length / histories.length;
}
