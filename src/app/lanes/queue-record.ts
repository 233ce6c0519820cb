/** What the page keeps of one queue: its latest frame, its history, its verdicts. */
import type { VerdictKind } from '../../engine/contract/policy.ts';
import {
  DEPARTURE_STRIDE,
  DepartureColumn,
  type Frame,
  type RunDescription,
  seriesStride,
} from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { numberAt } from '../../shared/tables.ts';
import { SeriesRows } from './series-rows.ts';
import { VerdictLog } from './verdict-log.ts';

/** A queue at one moment, for rendering. */
export interface QueueSnapshot extends LaneData {
  readonly verdicts: Pick<VerdictLog, 'newestVerdicts'>;
}

export class QueueRecord {
  description: RunDescription | undefined;
  /** The frame that is shown. */
  frame: Frame | undefined;
  series = new SeriesRows(1);
  verdicts = new VerdictLog();
  departures = new RecentDepartures();
  private verdictKinds: readonly VerdictKind[] = [];

  get queueSnapshot(): QueueSnapshot {
    const { description, frame } = this;
    return { description, frame, series: this.series.snapshot, verdicts: this.verdicts.snapshot };
  }

  protected clearQueue(): void {
    this.description = undefined;
    this.frame = undefined;
    this.series = new SeriesRows(1);
    this.verdicts = new VerdictLog();
    this.departures = new RecentDepartures();
  }

  /** Begins the history of a run. */
  beginQueue({ reasons, classes, hints }: RunDescription): void {
    this.verdictKinds = reasons.map(({ verdict }) => verdict);
    this.series = new SeriesRows(seriesStride(classes.length, hints.signals.length));
  }

  showFrame(frame: Frame): void {
    this.frame = frame;
    this.verdicts.append(frame, this.verdictKinds);
    this.departures.append(frame);
  }
}

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
