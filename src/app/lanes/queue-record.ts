/** What the page keeps of one queue: its latest frame, its history, its verdicts. */
import type { VerdictKind } from '../../engine/contract/policy.ts';
import { type Frame, type RunDescription, seriesStride } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { RecentDepartures } from './recent-departures.ts';
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
