/** The page's data of one queue: its latest frame, its history, its verdicts. */
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
import { NewestRows } from './newest-rows.ts';
import { SeriesRows } from './series-rows.ts';
import { VerdictLog } from './verdict-log.ts';

/** A queue at one moment, for rendering. */
export interface QueueSnapshot extends LaneData {
  readonly verdicts: Pick<VerdictLog, 'newestVerdicts'>;
}

/** What the page knows of one queue; it is filled from the frames of its lane. */
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

/** The newest departures of a queue, from its frames. */
export class RecentDepartures {
  private rows = new NewestRows(DEPARTURE_STRIDE, MAX_KEPT_ROWS);
  private timeNs = 0;

  /** Rows with the columns of `Frame.departures`, oldest first. The next `append` may overwrite them. */
  get table(): Float64Array {
    return this.rows.rows;
  }

  /** Adds the departures of a frame. A frame of an earlier time begins again. */
  append({ timeNs, departures }: Pick<Frame, 'timeNs' | 'departures'>): void {
    if (timeNs < this.timeNs) this.rows = new NewestRows(DEPARTURE_STRIDE, MAX_KEPT_ROWS);
    this.timeNs = timeNs;
    // After a jump, a frame also has earlier departures. They may be here already.
    const fromNs = numberAt(departures, DepartureColumn.timeNs);
    this.rows.removeWhile((rowNs) => rowNs >= fromNs);
    for (let row = 0; row < departures.length; row += DEPARTURE_STRIDE) this.rows.add(departures, row);
  }
}
