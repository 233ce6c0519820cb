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
import { required } from '../../shared/required.ts';
import { numberAt } from '../../shared/tables.ts';
import { hasModem, modemPackets } from '../draw/modem-packets.ts';
import type { ClassGlyph } from '../draw/palette.ts';
import { QUEUE_LEGEND_HEIGHT_PX, type QueueBox, type QueueModel } from './queue-model.ts';

/**
 * Largest number of rows. With more flows, and in a narrow queue without room for their names, there is a row for each
 * class.
 */
const MAX_ROWS = 12;

/** The words below a queue, about its packets. */
export interface OrderWords {
  /** Their order, or the level of detail; empty if nothing has to be said about it. */
  readonly order: string;
  /** The rows show mean delays, without the word "mean". */
  readonly hasDelays?: boolean;
  /** Delays that have no room in their rows, each with the name of its row. */
  readonly listedDelays?: readonly string[];
  /** A sign stands for several packets. */
  readonly sharesSigns?: boolean;
}

/** The words in texts, the longest first: with the listed delays, and only with the meaning of the others. */
export function orderTexts({ order, hasDelays = false, listedDelays = [] }: OrderWords): readonly string[] {
  const list = listedDelays.join(', ');
  const parts = (...words: readonly string[]) => words.filter((part) => part !== '').join('; ');
  if (!hasDelays) return list === '' ? [order] : [parts(order, `mean delay: ${list}`), order];
  const text = order === '' ? 'mean delays' : parts(order, 'mean delay');
  return [...new Set([...(list === '' ? [] : [`${text} (${list})`]), text, 'mean delays'])];
}

/** The colours of the rows of `QueueRows`, from the top. */
const COLOUR_OF_ROW = ['green', 'blue'] as const;

/** Smallest height of a row with a name and a number, px. */
export const MIN_NAMED_ROW_PX = 12;

/** Smallest height of a row with the number of its flow, px. */
export const MIN_NUMBERED_ROW_PX = 9;

/** A row of the drawn queue. */
export interface QueueRow {
  /** Empty for a row of the same class as the row above. */
  readonly name: string;
  /** The name of such a row, for which the row above shows the delay. */
  readonly repeatedName?: string | undefined;
  /** Index of the class of its packets; undefined if it can have packets of several classes. */
  readonly classIndex?: number | undefined;
  /** The colour of its packets, if sources choose their colours. Its mean delay is that of the colour. */
  readonly colour?: 'green' | 'blue' | undefined;
  /** The number of its flow, if the lens of the policy has it too. */
  readonly flow?: number | undefined;
  /** Its part of the height, and the parts of the rows above it, 0 to 1. */
  readonly share: number;
  readonly shareAbove: number;
  /** The part of the buffer that its packets can take, 0 to 1. Queues that share one buffer can take all of it. */
  readonly bufferShare: number;
  /** Whether it is no queue of the policy. */
  readonly isApart?: boolean;
}

/** The places of the waiting packets, in the order of `Frame.waiting`. */
export interface WaitingOrder {
  /** From the top. There is only one row if the cells are sorted by VC. */
  readonly rows: readonly QueueRow[];
  /** Number of packets in each row. */
  readonly lengths: Float64Array;
  readonly rowOf: Int32Array;
  /** Place in its row, from the head. */
  readonly positionInRow: Int32Array;
  /** The cells of each VC: index of its class, first place and number of packets. */
  readonly blocks: readonly Block[];
  readonly words: OrderWords;
  /** Every class has a row with its glyph and its name, so a narrow queue needs no legend above it. */
  readonly replacesLegend?: boolean;
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
 * @param isNarrow the legend is above the queue, if the rows do not replace it
 */
export function waitingOrder(
  { frame, description }: QueueModel,
  glyphs: readonly ClassGlyph[],
  { top, bottom }: Pick<QueueBox, 'top' | 'bottom'>,
  isNarrow: boolean,
): WaitingOrder {
  const { rows } = description.hints;
  if (rows !== undefined || hasModem(frame)) {
    const height = bottom - top;
    const heightWithLegend = height + QUEUE_LEGEND_HEIGHT_PX;
    const maxRows = largestRowCount({ top, bottom }, isNarrow);
    const division = rows === undefined ? ONE_QUEUE : divideIntoRows(rows, frame, description, maxRows, height);
    const order = orderInRows(frame, hasModem(frame) ? withModemRow(division, frame, description) : division);
    const hasNames = (heightPx: number) => order.rows.some(({ share }) => share * heightPx >= MIN_NAMED_ROW_PX);
    const classesWithRow = new Set(order.rows.map(({ classIndex }) => classIndex));
    if (isNarrow && hasNames(heightWithLegend) && description.classes.every((_, index) => classesWithRow.has(index)))
      return { ...order, words: { order: '', hasDelays: true }, replacesLegend: true };
    return !isNarrow && hasNames(height) ? order : { ...order, words: { order: order.words.order } };
  }
  // A block has one number for all its packets.
  return { ...orderByVc(frame, description), glyphs: glyphs.map(({ classNumber: _, ...glyph }) => glyph) };
}

/** With more flows than this, there is a row for each class. */
export function largestRowCount({ top, bottom }: Pick<QueueBox, 'top' | 'bottom'>, isNarrow: boolean): number {
  return isNarrow ? (bottom - top + QUEUE_LEGEND_HEIGHT_PX) / MIN_NAMED_ROW_PX : MAX_ROWS;
}

interface RowDivision extends Pick<WaitingOrder, 'words'> {
  readonly rows: readonly QueueRow[];
  /** @param offset row of a packet in `waiting` */
  readonly rowOfPacket: (offset: number) => number;
}

/** The queue of a policy that has only one. */
const ONE_QUEUE: RowDivision = {
  rows: [{ name: 'in the queue', share: 1, shareAbove: 0, bufferShare: 1 }],
  rowOfPacket: () => 0,
  words: { order: '' },
};

/** Below the queues of the policy, the packets that wait in the modem behind it. */
function withModemRow(
  { rows, rowOfPacket, words }: RowDivision,
  frame: Frame,
  description: RunDescription,
): RowDivision {
  const share = 1 / (rows.length + 1);
  const modemEnd = modemPackets(frame, description) * WAITING_STRIDE;
  const modemRow = { name: 'in the modem', share, bufferShare: 1, isApart: true };
  return {
    rows: stackRows([...rows.map((row) => ({ ...row, share: row.share * (1 - share) })), modemRow]),
    rowOfPacket: (offset) => (offset < modemEnd ? rows.length : rowOfPacket(offset)),
    words,
  };
}

function divideIntoRows(
  hint: QueueRows,
  { waiting, flows, buffers }: Frame,
  { classes, hints }: RunDescription,
  maxRows: number,
  height: number,
): RowDivision {
  if (hint.by === 'codepoint' || hint.by === 'colour') {
    const flagOfFirst = hint.by === 'colour' ? PacketFlag.green : PacketFlag.ect1;
    const classOf = (name: string, row: number) =>
      onlyIndex(classes, ({ colour, isL4s }) => (hint.by === 'colour' ? colour === name : isL4s === (row === 0)));
    const isChosen = hint.by === 'colour' && classes.some(({ colour }) => colour === 'both');
    const rows = hint.names.map((name, row) => ({
      name,
      classIndex: classOf(name, row),
      colour: isChosen ? COLOUR_OF_ROW[row] : undefined,
      share: 1 / 2,
      bufferShare: 1,
    }));
    return {
      rows: stackRows(rows),
      rowOfPacket: (offset) => ((numberAt(waiting, offset + WaitingColumn.flags) & flagOfFirst) === 0 ? 1 : 0),
      words: {
        order: 'two queues',
        hasDelays: isChosen || rows.every(({ classIndex }) => classIndex !== undefined),
      },
    };
  }
  const count = flows.length / FLOW_RATE_STRIDE;
  if (hint.by === 'class' || count > maxRows) {
    const shares = shareByOwner(buffers, BufferColumn.classIndex, classes.length);
    return {
      rows: stackRows(classes.map(({ label: name }, classIndex) => ({ name, classIndex, ...shares(classIndex) }))),
      rowOfPacket: (offset) => numberAt(waiting, offset + WaitingColumn.classIndex),
      words: { order: 'a band per class', hasDelays: true },
    };
  }
  const classOf = Array.from({ length: count }, (_, flow) =>
    numberAt(flows, flow * FLOW_RATE_STRIDE + FlowRateColumn.classIndex),
  );
  const shares = shareByOwner(buffers, BufferColumn.flow, count);
  const isNumbered = hints.lens === 'turns' && height / count >= MIN_NUMBERED_ROW_PX;
  return {
    rows: stackRows(
      classOf.map((classIndex, flow) => ({
        ...namesOfFlow(classOf, flow, classes),
        classIndex,
        flow: isNumbered ? flow : undefined,
        ...shares(flow),
      })),
    ),
    rowOfPacket: (offset) => numberAt(waiting, offset + WaitingColumn.flow),
    words: { order: `a row per flow${isNumbered ? ', numbered' : ''}`, hasDelays: true },
  };
}

/** The name of the row of a flow. The first flow of a class has the number of its rows too. */
function namesOfFlow(
  classOf: readonly number[],
  flow: number,
  classes: RunDescription['classes'],
): Pick<QueueRow, 'name' | 'repeatedName'> {
  const classIndex = required(classOf[flow]);
  const label = classes[classIndex]?.label ?? '';
  if (classOf.indexOf(classIndex) !== flow) return { name: '', repeatedName: label };
  const flowCount = classOf.filter((other) => other === classIndex).length;
  return { name: flowCount === 1 ? label : `${label} (${flowCount} rows)` };
}

/** The index of the only element for which the test holds; undefined for none or several. */
function onlyIndex<T>(elements: readonly T[], test: (element: T) => boolean): number | undefined {
  const index = elements.findIndex(test);
  return index >= 0 && !elements.slice(index + 1).some(test) ? index : undefined;
}

/** The rows, each below the one before. */
function stackRows(rows: readonly Omit<QueueRow, 'shareAbove'>[]): QueueRow[] {
  let stackedShare = 0;
  return rows.map((row) => {
    const shareAbove = stackedShare;
    stackedShare += row.share;
    return { ...row, shareAbove };
  });
}

/**
 * The parts of the height and of the buffer that belong to each flow or class. They have equal heights if the policy
 * does not divide the buffer.
 */
function shareByOwner(
  buffers: Float64Array,
  owner: number,
  count: number,
): (index: number) => Pick<QueueRow, 'share' | 'bufferShare'> {
  const shares = new Map<number, number>();
  let sum = 0;
  for (let offset = 0; offset < buffers.length; offset += BUFFER_STRIDE) {
    const share = numberAt(buffers, offset + BufferColumn.share);
    const ownerIndex = numberAt(buffers, offset + owner);
    shares.set(ownerIndex, (shares.get(ownerIndex) ?? 0) + share);
    sum += share;
  }
  // Queues that share one buffer have the whole buffer each.
  const isDivided = shares.size === count && Math.abs(sum - 1) < 1e-9;
  return (index) => {
    const bufferShare = isDivided ? (shares.get(index) ?? 0) : 1;
    return { share: isDivided ? bufferShare : 1 / count, bufferShare };
  };
}

function orderInRows({ waiting }: Frame, { rows, rowOfPacket, words }: RowDivision): WaitingOrder {
  const packetCount = waiting.length / WAITING_STRIDE;
  const rowOf = new Int32Array(packetCount);
  const positionInRow = new Int32Array(packetCount);
  const lengths = new Float64Array(rows.length);
  for (let packet = 0; packet < packetCount; packet++) {
    const row = Math.min(rows.length - 1, rowOfPacket(packet * WAITING_STRIDE));
    const indexInRow = numberAt(lengths, row);
    rowOf[packet] = row;
    positionInRow[packet] = indexInRow;
    lengths[row] = indexInRow + 1;
  }
  return { rows, lengths, rowOf, positionInRow, blocks: [], words };
}

function orderByVc({ waiting }: Frame, { classes }: RunDescription): WaitingOrder {
  const vcOf = (packet: number) => numberAt(waiting, packet * WAITING_STRIDE + WaitingColumn.classIndex);
  const packetCount = waiting.length / WAITING_STRIDE;
  const blocks = classes.map((_, classIndex) => ({ classIndex, from: 0, packets: 0 }));
  for (let packet = 0; packet < packetCount; packet++) required(blocks[vcOf(packet)]).packets++;
  let from = 0;
  for (const block of blocks) {
    block.from = from;
    from += block.packets;
  }
  const next = blocks.map((block) => block.from);
  const positionInRow = new Int32Array(packetCount);
  for (let packet = 0; packet < packetCount; packet++) {
    const vc = vcOf(packet);
    const nextIndex = required(next[vc]);
    positionInRow[packet] = nextIndex;
    next[vc] = nextIndex + 1;
  }
  const rows = [{ name: '', share: 1, shareAbove: 0, bufferShare: 1 }];
  const lengths = new Float64Array([packetCount]);
  const words = { order: 'cells sorted by VC' };
  return { rows, lengths, rowOf: new Int32Array(packetCount), positionInRow, blocks, words };
}
