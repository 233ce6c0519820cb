/**
 * Sorts the waiting packets of a policy that does not keep one queue for all: a row of the drawn queue for each of its
 * queues, or the cells of each VC side by side.
 */

import type { QueueRows } from '../../engine/contract/drawing.ts';
import { BUFFER_STRIDE, BufferColumn } from '../../engine/contract/policy-tables.ts';
import {
  FLOW_RATE_STRIDE,
  FlowRateColumn,
  type Frame,
  type RunDescription,
  WAITING_STRIDE,
  WaitingColumn,
} from '../../engine/frame/frame.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { numberAt, required } from '../../shared/lists.ts';
import type { ClassGlyph } from '../draw/palette.ts';
import type { Box, QueueModel } from './queue-model.ts';

/** Largest number of rows. With more flows, there is a row for each class. */
const MAX_ROWS = 12;

/** Smallest height of a row with a name and a number, px. */
export const MIN_NAMED_ROW_PX = 12;

/** A row of the drawn queue. */
interface Row {
  /** Empty for a row of the same class as the row above. */
  readonly name: string;
  /** Index of the class of its packets; undefined if it can have packets of several classes. */
  readonly classIndex?: number;
  /** Its part of the height and of the buffer, and the parts of the rows above it, 0 to 1. */
  readonly share: number;
  readonly above: number;
}

/** The places of the waiting packets, in the order of `Frame.waiting`. */
export interface WaitingOrder {
  /** From the top. There is only one row if the cells are sorted by VC. */
  readonly rows: readonly Row[];
  /** Number of packets in each row. */
  readonly lengths: Float64Array;
  readonly rowOf: Int32Array;
  /** Place in its row, from the head. */
  readonly positionInRow: Int32Array;
  /** The cells of each VC: index of its class, first place and number of packets. */
  readonly blocks: readonly Block[];
  /** The meaning of the order and of the numbers in it, in a few words; without the numbers on a narrow page. */
  readonly text: string;
  readonly narrowText: string;
  /** The glyphs of the waiting packets, if they differ from those on the link. */
  readonly glyphs?: readonly ClassGlyph[];
}

interface Block {
  readonly classIndex: number;
  readonly from: number;
  readonly packets: number;
}

/**
 * The order of the waiting packets in the drawing.
 * @param glyphs of all packets
 * @param top upper edge of the queue, px
 * @param bottom lower edge of the queue, px
 */
export function waitingOrder(
  { frame, description }: QueueModel,
  glyphs: readonly ClassGlyph[],
  { top, bottom }: Pick<Box, 'top' | 'bottom'>,
): WaitingOrder {
  const { rows } = description.hints;
  if (rows !== undefined) {
    const order = orderInRows(frame, rowsOf(rows, frame, description));
    const hasNames = order.rows.some(({ share }) => share * (bottom - top) >= MIN_NAMED_ROW_PX);
    return hasNames ? order : { ...order, text: order.narrowText };
  }
  // A block has one number for all its packets.
  return { ...orderByVc(frame, description), glyphs: glyphs.map(({ sign: _, ...glyph }) => glyph) };
}

interface Rows extends Pick<WaitingOrder, 'text' | 'narrowText'> {
  readonly rows: readonly Row[];
  /** @param offset row of a packet in `waiting` */
  readonly rowOfPacket: (offset: number) => number;
}

function rowsOf(hint: QueueRows, { waiting, flows, buffers }: Frame, { classes }: RunDescription): Rows {
  if (hint.by === 'codepoint' || hint.by === 'colour') {
    const ofFirst = hint.by === 'colour' ? PacketFlag.green : PacketFlag.ect1;
    return {
      rows: stackRows(hint.names.map((name) => ({ name, share: 1 / 2 }))),
      rowOfPacket: (offset) => ((numberAt(waiting, offset + WaitingColumn.flags) & ofFirst) === 0 ? 1 : 0),
      text: 'two queues',
      narrowText: 'two queues',
    };
  }
  const count = flows.length / FLOW_RATE_STRIDE;
  if (hint.by === 'class' || count > MAX_ROWS) {
    const shares = sharesOf(buffers, BufferColumn.classIndex, classes.length);
    return {
      rows: stackRows(classes.map(({ label: name }, classIndex) => ({ name, classIndex, share: shares(classIndex) }))),
      rowOfPacket: (offset) => numberAt(waiting, offset + WaitingColumn.classIndex),
      text: 'a row per class; mean delay',
      narrowText: 'a row per class',
    };
  }
  const classOf = Array.from({ length: count }, (_, flow) =>
    numberAt(flows, flow * FLOW_RATE_STRIDE + FlowRateColumn.classIndex),
  );
  const shares = sharesOf(buffers, BufferColumn.flow, count);
  return {
    rows: stackRows(
      classOf.map((classIndex, flow) => ({
        // One name for all flows of a class.
        name: classOf.indexOf(classIndex) === flow ? (classes[classIndex]?.label ?? '') : '',
        classIndex,
        share: shares(flow),
      })),
    ),
    rowOfPacket: (offset) => numberAt(waiting, offset + WaitingColumn.flow),
    text: 'a row per flow; mean delay',
    narrowText: 'a row per flow',
  };
}

/** The rows, each below the one before. */
function stackRows(rows: readonly Omit<Row, 'above'>[]): Row[] {
  let below = 0;
  return rows.map((row) => {
    const above = below;
    below += row.share;
    return { ...row, above };
  });
}

/** The part of the buffer that belongs to each flow or class. They have equal parts if the policy does not divide it. */
function sharesOf(buffers: Float64Array, owner: number, count: number): (index: number) => number {
  const shares = new Map<number, number>();
  let sum = 0;
  for (let offset = 0; offset < buffers.length; offset += BUFFER_STRIDE) {
    const share = numberAt(buffers, offset + BufferColumn.share);
    shares.set(numberAt(buffers, offset + owner), share);
    sum += share;
  }
  const isDivided = shares.size === count && sum > 0;
  return (index) => (isDivided ? (shares.get(index) ?? 0) / sum : 1 / count);
}

function orderInRows({ waiting }: Frame, { rows, rowOfPacket, text, narrowText }: Rows): WaitingOrder {
  const packets = waiting.length / WAITING_STRIDE;
  const rowOf = new Int32Array(packets);
  const positionInRow = new Int32Array(packets);
  const lengths = new Float64Array(rows.length);
  for (let packet = 0; packet < packets; packet++) {
    const row = Math.min(rows.length - 1, rowOfPacket(packet * WAITING_STRIDE));
    const indexInRow = numberAt(lengths, row);
    rowOf[packet] = row;
    positionInRow[packet] = indexInRow;
    lengths[row] = indexInRow + 1;
  }
  return { rows, lengths, rowOf, positionInRow, blocks: [], text, narrowText };
}

function orderByVc({ waiting }: Frame, { classes }: RunDescription): WaitingOrder {
  const vcOf = (packet: number) => numberAt(waiting, packet * WAITING_STRIDE + WaitingColumn.classIndex);
  const packets = waiting.length / WAITING_STRIDE;
  const blocks = classes.map((_, classIndex) => ({ classIndex, from: 0, packets: 0 }));
  for (let packet = 0; packet < packets; packet++) required(blocks[vcOf(packet)]).packets++;
  let from = 0;
  for (const block of blocks) {
    block.from = from;
    from += block.packets;
  }
  const next = blocks.map((block) => block.from);
  const positionInRow = new Int32Array(packets);
  for (let packet = 0; packet < packets; packet++) {
    const vc = vcOf(packet);
    const nextIndex = required(next[vc]);
    positionInRow[packet] = nextIndex;
    next[vc] = nextIndex + 1;
  }
  const rows = [{ name: '', share: 1, above: 0 }];
  const lengths = new Float64Array([packets]);
  const text = 'cells sorted by VC';
  return { rows, lengths, rowOf: new Int32Array(packets), positionInRow, blocks, text, narrowText: text };
}
