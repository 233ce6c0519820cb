/** What the drawings of a queue share: what they are told, and where things are. */
import type { Frame, RunDescription } from '../engine/frame.ts';

export interface QueueModel {
  readonly frame: Frame;
  readonly description: RunDescription;
  /** Values of the policy's parameters, by id. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly wallMs: number;
  /** Simulated seconds a second of wall time. */
  readonly speed: number;
  readonly still: boolean;
  /** The values that a threshold may have, by the policy's own constraints. */
  readonly allowed: (parameter: string) => readonly [least: number, most: number];
  /** Serial number of a packet to point at. */
  readonly highlight: number | undefined;
}

/** A packet under the pointer: what its story is asked by. */
export interface PickedPacket {
  readonly serial: number;
  readonly offeredNs: number;
}

/** Where a packet was drawn last: its middle. */
export interface Place extends PickedPacket {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Share of the packet in transmission that has been sent. */
export function served(frame: Frame): number {
  const [, , , , , startNs, endNs] = frame.inService as unknown as number[];
  if (startNs === undefined || endNs === undefined) return 0;
  return Math.min(1, Math.max(0, (frame.timeNs - startNs) / (endNs - startNs)));
}

export function meanBytes(frame: Frame): number {
  return frame.waitingPackets > 0 ? frame.waitingBytes / frame.waitingPackets : 1000;
}
