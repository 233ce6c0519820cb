/** The virtual, the blue and the green queue of ABE as blocks on an axis of time. */

import { VIRTUAL_STRIDE, VirtualColumn } from '../../engine/contract/policy-tables.ts';
import { InServiceColumn, WAITING_STRIDE, WaitingColumn } from '../../engine/frame/frame.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { rowAt } from '../../shared/lists.ts';
import { type ClassGlyph, type Ink, packetGlyph, packetGlyphs } from '../draw/palette.ts';
import type { LensModel } from './lens-model.ts';
import { packetName } from './packet-names.ts';

export interface TransmissionBlock {
  /** Time from now, ns. */
  readonly beginNs: number;
  readonly lengthNs: number;
  readonly glyph: ClassGlyph;
  readonly name: string;
  /** Time from now until its deadline, ns; NaN without a deadline. */
  readonly dueNs: number;
  /** Remaining share of the bound d until the deadline, 0 to 1; 1 for blue packets. */
  readonly patience: number;
}

/** Length of the axis, ns: the transmission time of a full buffer. */
export function deadlineAxisNs({ frame }: LensModel): number {
  const bytes = Number.isFinite(frame.limitBytes) ? frame.limitBytes : frame.limitPackets * 1000;
  return (bytes * 8e9) / frame.rateBps;
}

interface QueueRow {
  readonly name: string;
  /** Difference from the other queues, in words that fit below the name. */
  readonly meaning: string;
  readonly blocks: readonly TransmissionBlock[];
}

/** The packets of a colour, one after the other. */
interface BlockQueue {
  readonly blocks: TransmissionBlock[];
  /** End of the last one, ns from the present time. */
  endNs: number;
}

export function deadlineQueues(model: LensModel, ink: Ink): readonly QueueRow[] {
  const { frame, description, values } = model;
  const glyphs = packetGlyphs(description.classes, ink.isDark);
  const boundNs = Number(values.greenBoundMs) * 1e6;
  const virtual: TransmissionBlock[] = [];
  for (let index = 0; index < frame.virtual.length; index += VIRTUAL_STRIDE) {
    const entry = rowAt(frame.virtual, index);
    const green = (entry(VirtualColumn.flags) & PacketFlag.green) !== 0 ? 1 : 0;
    virtual.push({
      beginNs: entry(VirtualColumn.startNs) - frame.timeNs,
      lengthNs: entry(VirtualColumn.endNs) - entry(VirtualColumn.startNs),
      glyph: packetGlyph(glyphs, entry(VirtualColumn.classIndex), green),
      name: packetName(frame, entry(VirtualColumn.flow)),
      dueNs: Number.NaN,
      patience: 1,
    });
  }
  const endNs = frame.inService[InServiceColumn.endNs];
  const freeNs = endNs === undefined ? 0 : Math.max(0, endNs - frame.timeNs);
  const blueQueue: BlockQueue = { blocks: [], endNs: freeNs };
  const greenQueue: BlockQueue = { blocks: [], endNs: freeNs };
  for (let index = 0; index < frame.waiting.length; index += WAITING_STRIDE) {
    const entry = rowAt(frame.waiting, index);
    const green = (entry(WaitingColumn.flags) & PacketFlag.green) !== 0 ? 1 : 0;
    const lengthNs = (entry(WaitingColumn.bytes) * 8e9) / frame.rateBps;
    const dueNs = entry(WaitingColumn.deadlineNs) - frame.timeNs;
    const queue = green === 0 ? blueQueue : greenQueue;
    queue.blocks.push({
      beginNs: queue.endNs,
      lengthNs,
      glyph: packetGlyph(glyphs, entry(WaitingColumn.classIndex), green),
      name: packetName(frame, entry(WaitingColumn.flow)),
      dueNs,
      patience: green === 0 ? 1 : Math.min(1, Math.max(0, dueNs / boundNs)),
    });
    queue.endNs += lengthNs;
  }
  return [
    { name: 'virtual', meaning: 'no colours', blocks: virtual },
    { name: 'blue', meaning: 'can wait', blocks: blueQueue.blocks },
    { name: 'green', meaning: 'at most d', blocks: greenQueue.blocks },
  ];
}
