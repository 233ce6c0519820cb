/**
 * How long single packets waited at a link that sends one packet after another, and those that were dropped or marked
 * at its head.
 */
import {
  DEPARTURE_STRIDE,
  DepartureColumn,
  type Frame,
  type RunDescription,
  VERDICT_STRIDE,
  VerdictColumn,
} from '../../engine/frame/frame.ts';
import { numberAt, tableRows } from '../../shared/tables.ts';

/** A packet that left the queue at a simulated time, s, after it had waited some ms. */
export interface WaitedPacket {
  readonly seconds: number;
  readonly ms: number;
}

/**
 * The packets that began transmission, oldest first. Each begins at its arrival or when the packet before it was sent;
 * so the first departure, which has none before it, is left out.
 * @param departures rows in a row of `DepartureColumn`
 */
export function waitedPackets(departures: Float64Array): readonly WaitedPacket[] {
  const packets: WaitedPacket[] = [];
  for (let row = DEPARTURE_STRIDE; row < departures.length; row += DEPARTURE_STRIDE) {
    const arrivedNs = numberAt(departures, row + DepartureColumn.arrivedNs);
    const startNs = Math.max(arrivedNs, numberAt(departures, row - DEPARTURE_STRIDE + DepartureColumn.timeNs));
    packets.push({ seconds: startNs / 1e9, ms: (startNs - arrivedNs) / 1e6 });
  }
  return packets;
}

/** A packet that was dropped or marked after it had waited. */
export interface RefusedPacket extends WaitedPacket {
  readonly isDrop: boolean;
}

/** The newest packets that were dropped or marked at the head of the queue, oldest first. */
export function refusedAtHead({ refusals }: Frame, { reasons }: RunDescription): readonly RefusedPacket[] {
  return tableRows(refusals, VERDICT_STRIDE)
    .map((entry) => ({
      seconds: entry(VerdictColumn.timeNs) / 1e9,
      ms: (entry(VerdictColumn.timeNs) - entry(VerdictColumn.arrivedNs)) / 1e6,
      isDrop: reasons[entry(VerdictColumn.reason)]?.verdict === 'drop',
    }))
    .filter(({ ms }) => ms > 0) // A full buffer drops packets at their arrival.
    .sort((a, b) => a.seconds - b.seconds);
}

/** The drops or the marks that a frame has, also those at the arrival. */
export function countRefusals({ refusals }: Frame, { reasons }: RunDescription, verdict: 'drop' | 'mark'): number {
  return tableRows(refusals, VERDICT_STRIDE).filter(
    (entry) => reasons[entry(VerdictColumn.reason)]?.verdict === verdict,
  ).length;
}
