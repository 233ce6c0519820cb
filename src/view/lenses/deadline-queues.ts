/** The virtual, the blue and the green queue of ABE as blocks on an axis of time, and the length of this axis. */

import { VIRTUAL_STRIDE, VirtualColumn } from '../../engine/contract/policy-tables.ts';
import { type Frame, InServiceColumn, WAITING_STRIDE, WaitingColumn } from '../../engine/frame/frame.ts';
import { declaredPacketBytes } from '../../engine/frame/packet-sizes.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { required } from '../../shared/required.ts';
import { type RowReader, tableRows } from '../../shared/tables.ts';
import { type ClassGlyph, type DrawingTheme, packetGlyph, packetGlyphs } from '../draw/palette.ts';
import { type LensModel, lanesWithLens } from './lens-model.ts';

export interface TransmissionBlock {
  readonly serial: number;
  /** Time from now, ns. */
  readonly startNs: number;
  readonly lengthNs: number;
  readonly glyph: ClassGlyph;
}

/** Parameter of the bound d. */
export const BOUND_PARAMETER = 'greenBoundMs';
/** Length of the axis: so many times the bound d, and at least this share of a full buffer. */
const BOUNDS_ON_AXIS = 5;
const MIN_BUFFER_SHARE = 1 / 6;

/** The length of the axis, from one drawing to the next. During a run it only grows, so that it does not jump. */
export class DeadlineAxis {
  private spanNs = 0;
  private stepNs = 0;
  private timeNs = 0;

  /**
   * @returns the bound d and the latest start of the first blue packet of each lane in round steps, ns; at most a full
   * buffer
   */
  fit(model: LensModel): number {
    const lanes = lanesWithLens(model);
    const { frame, description } = model;
    const { limitBytes, limitPackets } = frame;
    const fullBytes = Number.isFinite(limitBytes)
      ? limitBytes
      : limitPackets * declaredPacketBytes(description.classes);
    const fullNs = transmissionNs(frame, fullBytes);
    const boundNs = Math.max(...lanes.map(({ values }) => Number(values[BOUND_PARAMETER]) * 1e6));
    const dueNs = Math.max(0, ...lanes.map((lane) => firstBluePacket(lane.frame)?.dueNs ?? 0));
    const stepNs = Math.max(BOUNDS_ON_AXIS * boundNs, MIN_BUFFER_SHARE * fullNs);
    const neededNs = Math.min(fullNs, stepNs * Math.max(1, Math.ceil(dueNs / stepNs)));
    const isSameRun = stepNs === this.stepNs && frame.timeNs >= this.timeNs;
    this.spanNs = isSameRun ? Math.max(this.spanNs, neededNs) : neededNs;
    this.stepNs = stepNs;
    this.timeNs = frame.timeNs;
    return this.spanNs;
  }
}

const transmissionNs = ({ rateBps }: Frame, bytes: number) => (bytes * 8e9) / rateBps;

interface DeadlineRow {
  /** Name and rule, in two lines. */
  readonly name: readonly [string, string];
  /** Whether its packets wait there, and not only their duplicates. */
  readonly isReal: boolean;
  readonly blocks: readonly TransmissionBlock[];
}

/** The blue packet that is first in its queue. */
interface FirstBluePacket {
  readonly serial: number;
  /** Time from now until its latest start, ns. */
  readonly dueNs: number;
}

const isGreen = (entry: RowReader) => (entry(WaitingColumn.flags) & PacketFlag.green) !== 0;

const waitingRows = ({ waiting }: Frame) => tableRows(waiting, WAITING_STRIDE);

/** The first blue packet in the queue, with the time left until its deadline, ns; undefined without one. */
export function firstBluePacket(frame: Frame): FirstBluePacket | undefined {
  const entry = waitingRows(frame).find((row) => !isGreen(row));
  return entry && { serial: entry(WaitingColumn.serial), dueNs: entry(WaitingColumn.deadlineNs) - frame.timeNs };
}

/** Serial number of the green packet that is first in its queue. */
export const firstGreenPacket = (frame: Frame): number | undefined =>
  waitingRows(frame).find(isGreen)?.(WaitingColumn.serial);

/** Number of waiting blue packets that arrived before a waiting packet. */
export function earlierBluePackets(frame: Frame, serial: number): number {
  const rows = waitingRows(frame);
  const arrivedNs = rows.find((entry) => entry(WaitingColumn.serial) === serial)?.(WaitingColumn.arrivedNs) ?? 0;
  return rows.filter((entry) => !isGreen(entry) && entry(WaitingColumn.arrivedNs) < arrivedNs).length;
}

/** The three queues with their blocks; times in ns from now. */
export function deadlineQueues({ frame, description }: LensModel, theme: DrawingTheme): readonly DeadlineRow[] {
  const glyphs = packetGlyphs(description.classes, theme.isDark);
  const virtualBlocks = tableRows(frame.virtual, VIRTUAL_STRIDE).map((entry): TransmissionBlock => {
    const green = (entry(VirtualColumn.flags) & PacketFlag.green) !== 0 ? 1 : 0;
    return {
      serial: entry(VirtualColumn.serial),
      startNs: entry(VirtualColumn.startNs) - frame.timeNs,
      lengthNs: entry(VirtualColumn.endNs) - entry(VirtualColumn.startNs),
      glyph: packetGlyph(glyphs, entry(VirtualColumn.classIndex), green),
    };
  });
  const { blue, green } = departureBlocks(frame, glyphs);
  return [
    { name: ['if all were', 'one queue'], isReal: false, blocks: virtualBlocks },
    { name: ['blue', 'can wait'], isReal: true, blocks: blue },
    { name: ['green', 'leaves within d'], isReal: true, blocks: green },
  ];
}

/**
 * The transmissions of the waiting packets, if no other packet arrives and green goes first whenever blue can wait. A
 * policy with another preference, or with a green packet that comes too late, can send them in another order.
 */
function departureBlocks(
  frame: Frame,
  glyphs: readonly ClassGlyph[],
): { readonly blue: readonly TransmissionBlock[]; readonly green: readonly TransmissionBlock[] } {
  const { timeNs, inService } = frame;
  const rows = waitingRows(frame);
  const lengthNs = (entry: RowReader) => transmissionNs(frame, entry(WaitingColumn.bytes));
  const queues = { blue: rows.filter((entry) => !isGreen(entry)), green: rows.filter(isGreen) };
  const blocks: Record<keyof typeof queues, TransmissionBlock[]> = { blue: [], green: [] };
  let startNs = Math.max(0, (inService[InServiceColumn.endNs] ?? timeNs) - timeNs);
  for (let sentCount = 0; sentCount < rows.length; sentCount++) {
    const [blue, green] = [queues.blue[blocks.blue.length], queues.green[blocks.green.length]];
    const latestNs = (blue?.(WaitingColumn.deadlineNs) ?? Number.POSITIVE_INFINITY) - timeNs;
    const colour = green !== undefined && startNs + lengthNs(green) <= latestNs ? 'green' : 'blue';
    const entry = (colour === 'green' ? green : blue) ?? required(green);
    blocks[colour].push({
      serial: entry(WaitingColumn.serial),
      startNs,
      lengthNs: lengthNs(entry),
      glyph: packetGlyph(glyphs, entry(WaitingColumn.classIndex), colour === 'green' ? 1 : 0),
    });
    startNs += lengthNs(entry);
  }
  return blocks;
}
