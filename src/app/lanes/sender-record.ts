/** The recorded sender of one lane, from the messages of its worker. */
import {
  type RowUpdate,
  SENDER_EVENT_STRIDE,
  SENDER_STRIDE,
  type SenderUpdate,
} from '../../engine/frame/sender-columns.ts';
import { SeriesRows } from './series-rows.ts';

/** A table whose oldest rows can be deleted. */
class RecordedRows {
  /** Number of the first stored row. */
  base = 0;
  private readonly rowStore: SeriesRows;

  constructor(stride: number) {
    this.rowStore = new SeriesRows(stride);
  }

  /** Number of stored rows. */
  get rowCount(): number {
    return this.rowStore.rowCount;
  }

  /** @param row from 0, the first stored row */
  at(row: number, column: number): number {
    return this.rowStore.at(row, column);
  }

  addRows({ base, from, entries }: RowUpdate): void {
    const { rowStore } = this;
    if (base > this.base) {
      rowStore.entries.copyWithin(0, (base - this.base) * rowStore.stride);
      rowStore.rowCount = Math.max(0, rowStore.rowCount - (base - this.base));
      this.base = base;
    }
    rowStore.writeRows(from - base, entries);
  }
}

/** The states and events of one sender so far. */
export class SenderRecord {
  readonly flow: number;
  states = new RecordedRows(SENDER_STRIDE);
  events = new RecordedRows(SENDER_EVENT_STRIDE);
  /** The record is complete up to this time, ns. */
  untilNs = 0;

  private readonly onChange: () => void;

  /** @param onChange called after new data */
  constructor(flow: number, onChange: () => void) {
    this.flow = flow;
    this.onChange = onChange;
  }

  clear(): void {
    this.states = new RecordedRows(SENDER_STRIDE);
    this.events = new RecordedRows(SENDER_EVENT_STRIDE);
    this.untilNs = 0;
  }

  add({ states, events, untilNs }: SenderUpdate): void {
    this.states.addRows(states);
    this.events.addRows(events);
    this.untilNs = untilNs;
    this.onChange();
  }
}
