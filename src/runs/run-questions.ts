/**
 * Questions about a run: the time of an event, and the reason of a verdict. The run is repeated beyond that time with a
 * probe on the port.
 */
import type { Probe } from '../engine/simulation/probe.ts';
import type { EventSearchKind } from './answers/moment-kinds.ts';
import type { PacketHistory } from './answers/packet-history.ts';
import { EventFinder, HistoryRecorder } from './packet-probes.ts';
import type { QuestionSteps, RunQuestion } from './seekable-run.ts';
import type { Tape } from './tape.ts';

export { KeyMoments } from './key-moments.ts';
export { SenderReplay } from './sender-recorder.ts';

/**
 * Time of the next event of this kind after `fromNs` (or backwards, the last one before it); undefined if there is
 * none.
 */
export function findEvent(kind: EventSearchKind, fromNs: number, isForward: boolean): RunQuestion<number | undefined> {
  return (tape, { endNs, description }) =>
    isForward ? findNext(tape, kind, fromNs, endNs) : findLast(tape, kind, fromNs, description.sampleNs);
}

/** The history of packet `serial`, which arrived at `arrivedNs`, up to the shown time. */
export function historyOfPacket(serial: number, arrivedNs: number): RunQuestion<PacketHistory | undefined> {
  return (tape, { nowNs }) => historySteps(tape, serial, arrivedNs, nowNs);
}

function* historySteps(
  tape: Tape,
  serial: number,
  arrivedNs: number,
  nowNs: number,
): QuestionSteps<PacketHistory | undefined> {
  yield* inSlices((events) => tape.goTowards(Math.max(0, arrivedNs - 1), events));
  const recorder = new HistoryRecorder(tape.simulation, serial);
  tape.simulation.setExplaining(true);
  try {
    yield* playWithProbe(tape, recorder.probe, arrivedNs, () => false);
    if (recorder.history !== undefined) yield* playWithProbe(tape, recorder.probe, nowNs, () => recorder.isOver);
  } finally {
    tape.simulation.setExplaining(false);
  }
  return recorder.history;
}

function* findNext(
  tape: Tape,
  kind: EventSearchKind,
  fromNs: number,
  endNs: number,
): QuestionSteps<number | undefined> {
  yield* inSlices((events) => tape.goTowards(fromNs, events));
  const finder = new EventFinder(tape.simulation, kind, fromNs + 1);
  try {
    yield* playWithProbe(tape, finder.probe, endNs, () => finder.firstNs !== undefined);
  } catch (error) {
    // The run fails after the shown time, so there are no later events.
    if (!tape.isBroken) throw error;
  }
  return finder.firstNs;
}

/** Searches in longer and longer spans before `fromNs`. */
function* findLast(
  tape: Tape,
  kind: EventSearchKind,
  fromNs: number,
  sampleNs: number,
): QuestionSteps<number | undefined> {
  for (let spanNs = sampleNs; ; spanNs *= 8) {
    const startNs = Math.max(0, fromNs - spanNs);
    yield* inSlices((events) => tape.goTowards(startNs, events));
    const finder = new EventFinder(tape.simulation, kind, startNs);
    yield* playWithProbe(tape, finder.probe, fromNs - 1, () => false);
    if (finder.lastNs !== undefined || startNs === 0) return finder.lastNs;
  }
}

/**
 * Plays a tape with a probe to `untilNs`, or until `isEnough` returns true. The function calls `isEnough` once per
 * step.
 */
function* playWithProbe(tape: Tape, probe: Probe, untilNs: number, isEnough: () => boolean): QuestionSteps<void> {
  const { simulation } = tape;
  if (untilNs < simulation.nowNs) return;
  simulation.probe = probe;
  try {
    yield* inSlices((events) => tape.playThrough(untilNs, events) || isEnough());
  } finally {
    simulation.probe = undefined;
  }
}

/** Waits for each next number of events, and gives it to `isReached`, until `isReached` returns true. */
function* inSlices(isReached: (events: number) => boolean): QuestionSteps<void> {
  while (!isReached(yield)) {}
}
