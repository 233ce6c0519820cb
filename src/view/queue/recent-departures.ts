/** The last departures of a lane. A frame has only those since the frame before it. */
import { DEPARTURE_STRIDE, DepartureColumn, type Frame } from '../../engine/frame/frame.ts';
import { numberAt } from '../../shared/tables.ts';

type DepartureFrame = Pick<Frame, 'timeNs' | 'departures'>;

/** More packets, and the acknowledgements of more, cannot be told apart in a drawing. */
const MAX_KEPT_ROWS = 128;

export class RecentDepartures {
  /** Rows with the columns of `Frame.departures`, oldest first. */
  table = new Float64Array();
  private frame: DepartureFrame | undefined;

  /** Adds the departures of a frame, unless it has them. A frame of an earlier time begins again. */
  add(frame: DepartureFrame): void {
    if (frame === this.frame) return;
    if (frame.timeNs < (this.frame?.timeNs ?? 0)) this.table = new Float64Array();
    this.frame = frame;
    const { departures } = frame;
    if (departures.length === 0) return;
    // A frame after a jump also has departures before it, which may be here already.
    const fromNs = numberAt(departures, DepartureColumn.timeNs);
    let keptLength = 0;
    while (numberAt(this.table, keptLength + DepartureColumn.timeNs) < fromNs) keptLength += DEPARTURE_STRIDE;
    const table = new Float64Array(keptLength + departures.length);
    table.set(this.table.subarray(0, keptLength));
    table.set(departures, keptLength);
    this.table = table.slice(-MAX_KEPT_ROWS * DEPARTURE_STRIDE);
  }
}
