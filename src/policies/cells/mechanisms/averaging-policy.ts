/**
 * Policies that decide by the average number of cells in the buffer. The average is updated when a cell enters the
 * buffer, with the cells that were in the buffer before. It is updated when a cell leaves, with the cells that remain.
 * It is also updated in each slot of an empty buffer. Dropped frames do not change it. Source: Lin & Morris, "Dynamics
 * of random early detection", SIGCOMM 1997, in packets.
 */
import type { CellHost, CellPolicy } from '../../../engine/contract/cell-policy.ts';
import type { SignalHint } from '../../../engine/contract/drawing.ts';
import { powInt } from '../../../engine/numbers/exact-math.ts';
import { redParameters } from '../../mechanisms/random-early-detection.ts';

/** The weight of an update. */
export const cellWeight = {
  ...redParameters.queueWeight,
  default: 0.0001,
  help: 'Weight of the present occupancy in its moving average. Each cell updates the average. Small values tolerate bursts.',
  source: 'Lin & Morris 1997: 0.002 per packet (from memory). Here a packet is about 20 cells.',
} as const;

export const averageSignal: SignalHint = {
  id: 'average',
  label: 'average queue',
  queueText: 'average',
  symbol: 'avg',
  unit: 'cells',
  axis: 'cells',
};

/** A policy for cells with an average of the buffer, in cells; a subclass decides. */
export abstract class AveragingPolicy<V extends { readonly queueWeight: number }> implements CellPolicy<V> {
  protected values: V;
  protected readonly host: CellHost;
  /** Cells. */
  protected average = 0;
  private emptySinceSlot = 0;

  constructor(host: CellHost, values: V) {
    this.host = host;
    this.values = values;
  }

  abstract admit(vc: number, isTagged: boolean): number;

  onCellOffered(_vc: number, slot: number): void {
    if (this.host.heldCells > 0) return;
    this.average *= powInt(1 - this.values.queueWeight, slot - this.emptySinceSlot);
    this.emptySinceSlot = slot;
  }

  onCellTaken(_vc: number): void {
    this.step(this.host.heldCells - 1);
  }

  onCellSent(_vc: number, slot: number): void {
    this.step(this.host.heldCells);
    this.emptySinceSlot = slot;
  }

  configure(values: V): void {
    this.values = values;
  }

  signals(into: Float64Array): void {
    into[0] = this.average;
  }

  private step(cells: number): void {
    this.average += this.values.queueWeight * (cells - this.average);
  }
}
