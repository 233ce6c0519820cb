/** The tables in which a policy describes its state for a frame: buffers, choices, VCs and a virtual queue. */

/**
 * Columns of `buffers`: one row for each buffer of a policy with several. `flow` and `classIndex` identify its owner,
 * -1 if all share it. `share` is its part of the whole buffer. `discardBits` are the present ones. `turn` is the list
 * in which a queue waits for its turn (0 without lists), `creditBytes` the bytes that it may still send in it. `group`
 * is 1 and the index into `hints.groups` of a policy whose queues stand in groups, otherwise 0.
 */
export const BufferColumn = {
  flow: 0,
  classIndex: 1,
  waitingPackets: 2,
  waitingBytes: 3,
  share: 4,
  discardBits: 5,
  fullPackets: 6,
  refusedPackets: 7,
  turn: 8,
  creditBytes: 9,
  group: 10,
} as const;
export const BUFFER_STRIDE = 11;

/** Lists of queues that wait for their turns: those that have just become active come first. */
export const TurnList = { none: 0, fresh: 1, old: 2 } as const;

/**
 * Columns of `choices`: the last choices of a policy that chooses, oldest first: time, packet, and reason (index into
 * `choices` of its definition). From `operands`, there is a column for each name in `choiceOperands` of its definition
 * (`choiceOperand` finds it). `deadlineNs` is the packet's.
 */
export const ChoiceColumn = {
  timeNs: 0,
  serial: 1,
  flow: 2,
  classIndex: 3,
  flags: 4,
  bytes: 5,
  arrivedNs: 6,
  deadlineNs: 7,
  choice: 8,
  operands: 9,
} as const;
/** Largest number of operands of a choice. */
const MAX_CHOICE_OPERANDS = 7;
export const CHOICE_STRIDE = 9 + MAX_CHOICE_OPERANDS;

/** An operand of the choice at `row`, by its name; NaN if the policy has no such operand. */
export function choiceOperand(choices: Float64Array, row: number, names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  return index < 0 ? Number.NaN : choices[row + ChoiceColumn.operands + index];
}

/** Largest number of choices that a policy stores. */
export const MAX_CHOICE_ROWS = 64;

/**
 * Columns of `vcs`: one row for each VC, in the order of the classes: its content, cells; its guarantee, bit/s that
 * count as throughput; and for a policy with a virtual queue for each VC: the content and limit of that queue, cells,
 * and the VC's state (NaN for other policies).
 */
export const VcColumn = { heldCells: 0, minimumBps: 1, virtualCells: 2, thresholdCells: 3, state: 4 } as const;
export const VC_STRIDE = 5;

/** Columns of `virtual`: the packets in a virtual queue, with the one in service, head first. */
export const VirtualColumn = { serial: 0, flow: 1, classIndex: 2, flags: 3, bytes: 4, startNs: 5, endNs: 6 } as const;
export const VIRTUAL_STRIDE = 7;
