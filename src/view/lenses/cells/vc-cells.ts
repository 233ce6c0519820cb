/** The cells of each VC with its share, and the probability that its next frame is dropped. */

import { VC_STRIDE, VcColumn } from '../../../engine/contract/policy-tables.ts';
import { tableRows } from '../../../shared/tables.ts';
import { type LensLaneData, type LensModel, signalValue } from '../lens-model.ts';

export interface VcCells {
  readonly index: number;
  /** Its cells in the buffer or, with virtual queues, in its virtual queue. */
  readonly cells: number;
  /** With virtual queues, its cells in the buffer. */
  readonly realCells?: number;
  /** The share that the policy compares them with now, cells; NaN without one. */
  readonly share: number;
}

/** Drop probability of the next frame of a VC, 0 to 1. */
export interface NextFrame {
  readonly untaggedProbability: number;
  /** NaN if no frame of the VC is tagged. */
  readonly taggedProbability: number;
}

interface VcRow {
  readonly index: number;
  readonly heldCells: number;
  /** Its part of the guarantees, 0 to 1. */
  readonly weight: number;
  readonly virtualCells: number;
  readonly thresholdCells: number;
  readonly state: number;
  readonly tags: boolean;
}

/** The part of the guarantees of each VC of a table, as its policy counts it, 0 to 1. */
export function vcWeights(vcs: Float64Array): readonly number[] {
  const guaranteesBps = tableRows(vcs, VC_STRIDE).map((entry) => entry(VcColumn.guaranteedBps));
  const sumBps = guaranteesBps.reduce((sum, guaranteeBps) => sum + guaranteeBps, 0);
  return guaranteesBps.map((guaranteeBps) => guaranteeBps / sumBps);
}

function vcRowsOfLane({ frame: { vcs } }: LensLaneData): readonly VcRow[] {
  const weights = vcWeights(vcs);
  return tableRows(vcs, VC_STRIDE).map((entry, index) => ({
    index,
    heldCells: entry(VcColumn.heldCells),
    weight: weights[index] ?? Number.NaN,
    virtualCells: entry(VcColumn.virtualCells),
    thresholdCells: entry(VcColumn.thresholdCells),
    state: entry(VcColumn.state),
    tags: entry(VcColumn.tagsFrames) === 1,
  }));
}

function heldCellsOf(rows: readonly VcRow[]): number {
  return rows.reduce((sum, { heldCells }) => sum + heldCells, 0);
}

/** Number of VCs that hold cells, with this VC. */
function activeVcsWith(vc: VcRow, rows: readonly VcRow[]): number {
  return rows.filter((other) => other === vc || other.heldCells > 0).length;
}

/** Whether frames of a VC can be tagged now. */
export function hasTaggedFrames({ frame: { vcs } }: LensLaneData): boolean {
  return tableRows(vcs, VC_STRIDE).some((entry) => entry(VcColumn.tagsFrames) === 1);
}

/** Whether the policy compares the cells of virtual queues. */
export function hasVirtualQueues({ frame: { vcs } }: LensLaneData): boolean {
  return !Number.isNaN(vcs[VcColumn.virtualCells] ?? Number.NaN);
}

/** The cells and the share of each VC of a lane. */
export function vcCells(lane: LensLaneData): readonly VcCells[] {
  const rows = vcRowsOfLane(lane);
  if (hasVirtualQueues(lane)) {
    // VBS lowers all shares by its factor Z when the load is high.
    const scale = signalValue(lane, 'scale');
    return rows.map(({ index, heldCells, virtualCells, thresholdCells }) => ({
      index,
      cells: virtualCells,
      realCells: heldCells,
      share: thresholdCells * (Number.isNaN(scale) ? 1 : scale),
    }));
  }
  const cellCounts = heldCellsOf(rows);
  const { shares } = lane.description.hints;
  const shareOf = (vc: VcRow) => {
    if (shares === 'none') return Number.NaN;
    return shares === 'equal' ? cellCounts / activeVcsWith(vc, rows) : cellCounts * vc.weight;
  };
  return rows.map((vc) => ({ index: vc.index, cells: vc.heldCells, share: shareOf(vc) }));
}

/**
 * By VC, the drop probability of a frame that arrives now. A full buffer has no room for any.
 * @returns undefined for a policy without a rule for single states
 */
export function nextFrames(model: LensModel): readonly NextFrame[] | undefined {
  const { dropProbability, frame } = model;
  if (dropProbability === undefined) return undefined;
  const { limitCells } = frame;
  const rows = vcRowsOfLane(model);
  const cellCounts = heldCellsOf(rows);
  // The first signal is the queue, which the port adds.
  const signals = frame.signals.subarray(1);
  return rows.map((vc) => {
    const occupancy = {
      ...vc,
      heldCells: cellCounts,
      heldOfVc: vc.heldCells,
      limitCells,
      activeVcs: activeVcsWith(vc, rows),
      signals,
    };
    const probability = (isTagged: boolean) => (cellCounts >= limitCells ? 1 : dropProbability(occupancy, isTagged));
    return { untaggedProbability: probability(false), taggedProbability: vc.tags ? probability(true) : Number.NaN };
  });
}
