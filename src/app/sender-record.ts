/** The recorded sender of one lane, as its worker tells of it. */
import { type RowNews, SENDER_EVENT_STRIDE, SENDER_STRIDE, type SenderNews } from '../engine/sender-record.ts';
import { SeriesRows } from './series-rows.ts';

/** Rows of which the oldest may be forgotten. */
class KeptRows {
  /** Number of the first row that is kept. */
  base = 0;
  private readonly kept: SeriesRows;

  constructor(stride: number) {
    this.kept = new SeriesRows(stride);
  }

  /** Rows that are kept. */
  get rows(): number {
    return this.kept.rows;
  }

  /** @param row from 0, the first that is kept */
  at(row: number, column: number): number {
    return this.kept.at(row, column);
  }

  take({ base, from, cells }: RowNews): void {
    const { kept } = this;
    if (base > this.base) {
      kept.cells.copyWithin(0, (base - this.base) * kept.stride);
      kept.rows = Math.max(0, kept.rows - (base - this.base));
      this.base = base;
    }
    kept.place(from - base, cells);
  }
}

export class SenderRecord {
  readonly flow: number;
  states = new KeptRows(SENDER_STRIDE);
  events = new KeptRows(SENDER_EVENT_STRIDE);
  /** All is known up to here, ns. */
  untilNs = 0;

  private readonly changed: () => void;

  /** @param changed called when more is known */
  constructor(flow: number, changed: () => void) {
    this.flow = flow;
    this.changed = changed;
  }

  clear(): void {
    this.states = new KeptRows(SENDER_STRIDE);
    this.events = new KeptRows(SENDER_EVENT_STRIDE);
    this.untilNs = 0;
  }

  take({ states, events, untilNs }: SenderNews): void {
    this.states.take(states);
    this.events.take(events);
    this.untilNs = untilNs;
    this.changed();
  }
}
