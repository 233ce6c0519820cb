/** The virtual, the blue and the green queue of ABE as blocks on an axis of time. */

import { VIRTUAL_STRIDE, VirtualColumn } from '../../engine/contract/policy-tables.ts';
import { InServiceColumn, WAITING_STRIDE, WaitingColumn } from '../../engine/frame/frame.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { rowAt } from '../../shared/tables.ts';
import { type ClassGlyph, type DrawingTheme, packetGlyph, packetGlyphs } from '../draw/palette.ts';
import type { LensModel } from './lens-model.ts';
import { packetName } from './packet-names.ts';

export interface TransmissionBlock {
  readonly serial: number;
  /** Time from now, ns. */
  readonly beginNs: number;
  readonly lengthNs: number;
  readonly glyph: ClassGlyph;
  readonly name: string;
}

/** Length of the axis, ns: the transmission time of a full buffer. */
export function deadlineAxisNs({ frame }: LensModel): number {
  const bytes = Number.isFinite(frame.limitBytes) ? frame.limitBytes : frame.limitPackets * 1000;
  return (bytes * 8e9) / frame.rateBps;
}

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

/** The packets of a colour, one after the other. */
interface BlockQueue {
  readonly blocks: TransmissionBlock[];
  /** End of the last one, ns from the present time. */
  endNs: number;
}

export function deadlineQueues(
  model: LensModel,
  theme: DrawingTheme,
): { readonly rows: readonly DeadlineRow[]; readonly firstBlue: FirstBluePacket | undefined } {
  const { frame, description } = model;
  const glyphs = packetGlyphs(description.classes, theme.isDark);
  const virtualBlocks: TransmissionBlock[] = [];
  for (let index = 0; index < frame.virtual.length; index += VIRTUAL_STRIDE) {
    const entry = rowAt(frame.virtual, index);
    const green = (entry(VirtualColumn.flags) & PacketFlag.green) !== 0 ? 1 : 0;
    virtualBlocks.push({
      serial: entry(VirtualColumn.serial),
      beginNs: entry(VirtualColumn.startNs) - frame.timeNs,
      lengthNs: entry(VirtualColumn.endNs) - entry(VirtualColumn.startNs),
      glyph: packetGlyph(glyphs, entry(VirtualColumn.classIndex), green),
      name: packetName(frame, entry(VirtualColumn.flow)),
    });
  }
  const endNs = frame.inService[InServiceColumn.endNs];
  const freeNs = endNs === undefined ? 0 : Math.max(0, endNs - frame.timeNs);
  const blueQueue: BlockQueue = { blocks: [], endNs: freeNs };
  const greenQueue: BlockQueue = { blocks: [], endNs: freeNs };
  let firstBlue: FirstBluePacket | undefined;
  for (let index = 0; index < frame.waiting.length; index += WAITING_STRIDE) {
    const entry = rowAt(frame.waiting, index);
    const green = (entry(WaitingColumn.flags) & PacketFlag.green) !== 0 ? 1 : 0;
    const serial = entry(WaitingColumn.serial);
    const lengthNs = (entry(WaitingColumn.bytes) * 8e9) / frame.rateBps;
    const queue = green === 0 ? blueQueue : greenQueue;
    if (green === 0) firstBlue ??= { serial, dueNs: entry(WaitingColumn.deadlineNs) - frame.timeNs };
    queue.blocks.push({
      serial,
      beginNs: queue.endNs,
      lengthNs,
      glyph: packetGlyph(glyphs, entry(WaitingColumn.classIndex), green),
      name: packetName(frame, entry(WaitingColumn.flow)),
    });
    queue.endNs += lengthNs;
  }
  const rows: readonly DeadlineRow[] = [
    { name: ['if all were', 'one queue'], isReal: false, blocks: virtualBlocks },
    { name: ['blue', 'can wait'], isReal: true, blocks: blueQueue.blocks },
    { name: ['green', 'leaves within d'], isReal: true, blocks: greenQueue.blocks },
  ];
  return { rows, firstBlue };
}
