/** The tables in which a policy describes its state for a frame: buffers, choices, VCs and a virtual queue. */

/** Columns of `buffers`: one row for each buffer of a policy with several. */
export const BufferColumn = {
  /** Flow that owns the buffer; -1 if all flows share it. */
  flow: 0,
  /** Class that owns the buffer; -1 if all classes share it. */
  classIndex: 1,
  /** Packets in the buffer. */
  waitingPackets: 2,
  /** Bytes in the buffer. */
  waitingBytes: 3,
  /** Its part of the whole buffer, 0 to 1. */
  share: 4,
  /** Its present discard bits. */
  discardBits: 5,
  /** Packets dropped because the buffer was full. */
  fullPackets: 6,
  /** Packets dropped by a discard rule. */
  refusedPackets: 7,
  /** List in which the queue waits for its turn (`TurnList`). */
  turn: 8,
  /** Bytes that the queue may still send in its turn. */
  creditBytes: 9,
  /** 1 plus the index into `hints.groups`, of a policy whose queues stand in groups; otherwise 0. */
  group: 10,
  /** Number of the host whose quantum the queue shares, of a policy that divides hosts; otherwise 0. */
  host: 11,
  /** Bytes that the queue gets for a turn; 0 if `quantumBytes` of the policy says it. */
  grantBytes: 12,
  /** Why its group is next (`GroupTurn`). */
  groupTurn: 13,
} as const;
export const BUFFER_STRIDE = 14;

/** Why a group of queues is next: its share of the rate is not used up, or is free again before that of all others. */
export const GroupTurn = { none: 0, belowShare: 1, soonest: 2 } as const;

/** Lists of queues that wait for their turns: those that have just become active come first. */
export const TurnList = { none: 0, new: 1, old: 2 } as const;

/** Columns of `choices`: one row for each of the last choices of a policy that chooses, oldest first. */
export const ChoiceColumn = {
  /** Time of the choice, ns. */
  timeNs: 0,
  /** Serial number of the chosen packet. */
  serial: 1,
  /** Flow of the packet. */
  flow: 2,
  /** Class of the packet. */
  classIndex: 3,
  /** Flags of the packet (`PacketFlag`). */
  flags: 4,
  /** Size of the packet. */
  bytes: 5,
  /** Time at which the packet arrived, ns. */
  arrivedNs: 6,
  /** Deadline of the packet, ns. */
  deadlineNs: 7,
  /** Reason for the choice: index into `choices` of the definition. */
  choice: 8,
  /** First of the columns for the names in `choiceOperands` of the definition (`choiceOperand` finds each). */
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
 * Columns of `vcs`: one row for each VC, in the order of the classes. Columns 2 to 4 are for a policy with a virtual
 * queue for each VC, and NaN for other policies.
 */
export const VcColumn = {
  /** Cells of the VC in the buffer. */
  heldCells: 0,
  /** The throughput of a VC that gets just its guaranteed cells in full frames, bit/s. */
  minimumBps: 1,
  /** Cells in its virtual queue. */
  virtualCells: 2,
  /** Limit of its virtual queue, cells. */
  thresholdCells: 3,
  /** State of the VC in the state machine of its policy. */
  state: 4,
  /** Its guaranteed cells, 53 bytes each if bytes on the wire count as throughput, otherwise 48, bit/s: its weight. */
  guaranteedBps: 5,
  /** 1 if its edge switch tags frames above the minimum rate, otherwise 0. */
  tagsFrames: 6,
} as const;
export const VC_STRIDE = 7;

/** Columns of `virtual`: one row for each packet in a virtual queue, with the one in service, head first. */
export const VirtualColumn = {
  /** Serial number of the packet. */
  serial: 0,
  /** Flow of the packet. */
  flow: 1,
  /** Class of the packet. */
  classIndex: 2,
  /** Flags of the packet (`PacketFlag`). */
  flags: 3,
  /** Size of the packet. */
  bytes: 4,
  /** Time at which its service in the virtual queue begins, ns. */
  startNs: 5,
  /** Time at which this service ends, ns. */
  endNs: 6,
} as const;
export const VIRTUAL_STRIDE = 7;
