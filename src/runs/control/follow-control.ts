/** One congestion control alone: it gets the events of a list, and answers after each ACK and loss. */
import type { ControlEvent } from './control-events.ts';
import { PublishedTransport } from './published-bbr3.ts';

/** Size of all packets, bytes. */
const PACKET_BYTES = 1200;

/** The answer after an ACK or a loss. */
export interface ControlAnswer {
  readonly state: string;
  readonly windowBytes: number;
  readonly pacingBytesPerSecond: number;
  readonly minRttNs: number;
  /** Number of round trips so far. */
  readonly round: number;
}

/** The names of the states as the list has them. */
const STATE_NAMES = {
  startup: 'Startup',
  drain: 'Drain',
  probeDown: 'Down',
  probeCruise: 'Cruise',
  probeRefill: 'Refill',
  probeUp: 'Up',
  probeRtt: 'ProbeRtt',
} as const;

/** Feeds BBRv3 with the events of a list, in their order. One answer for each event that has a draw. */
export function followControl(
  events: readonly ControlEvent[],
  bandwidthFilter: 'draft' | 'twoCycles',
): ControlAnswer[] {
  const transport = new PublishedTransport(PACKET_BYTES, bandwidthFilter);
  const { control } = transport;
  const answers: ControlAnswer[] = [];
  let lastWaitNs = -1;
  for (const { event, timeNs, packets, inFlight, isMarked, draw } of events) {
    const [packet = 0] = packets;
    if (draw !== undefined) transport.nextDraw = draw;
    if (event === 'sent') transport.onSent(timeNs, packet, isMarked);
    else if (event === 'limited') transport.onLimited();
    else if (event === 'acked') transport.onAcked(timeNs, packet, inFlight, isMarked);
    else transport.onLost(timeNs, packets);
    if (draw === undefined) continue;
    if (draw.waitNs !== lastWaitNs) control.takeDraw(draw);
    lastWaitNs = draw.waitNs;
    answers.push({
      state: STATE_NAMES[control.phase],
      windowBytes: Math.round(transport.congestionWindow * PACKET_BYTES),
      pacingBytesPerSecond: Math.round(control.pacingBps() / 8),
      minRttNs: control.minRttNs,
      round: control.roundCount,
    });
  }
  return answers;
}
