/** The last departures of a lane. A frame has only those since the frame before it. */
import { DEPARTURE_STRIDE, DepartureColumn, type Frame } from '../../engine/frame/frame.ts';
import { numberAt } from '../../shared/tables.ts';

/** A drawing cannot show more packets or acknowledgements separately. */
const MAX_KEPT_ROWS = 128;

export class RecentDepartures {
  /** Rows with the columns of `Frame.departures`, oldest first. */
  table = new Float64Array();
  private timeNs = 0;

  /** Adds the departures of a frame. A frame of an earlier time begins again. */
  append({ timeNs, departures }: Pick<Frame, 'timeNs' | 'departures'>): void {
    if (timeNs < this.timeNs) this.table = new Float64Array();
    this.timeNs = timeNs;
    if (departures.length === 0) return;
    // After a jump, a frame also has earlier departures. They may be here already.
    const fromNs = numberAt(departures, DepartureColumn.timeNs);
    let keptLength = 0;
    while (numberAt(this.table, keptLength + DepartureColumn.timeNs) < fromNs) keptLength += DEPARTURE_STRIDE;
    const table = new Float64Array(keptLength + departures.length);
    table.set(this.table.subarray(0, keptLength));
    table.set(departures, keptLength);
    this.table = table.slice(-MAX_KEPT_ROWS * DEPARTURE_STRIDE);
  }
}
