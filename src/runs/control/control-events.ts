/**
 * Reads the events of one sender, in CSV: `t_ns,event,packet,sent_ns,in_flight_packets,flag` and three drawn numbers.
 */

import { CsvColumns } from './csv-columns.ts';
import type { ProbeDraw } from './published-bbr3.ts';

/** A line of the list. `isMarked` is its `flag`. */
export interface ControlEvent {
  readonly timeNs: number;
  readonly event: 'sent' | 'limited' | 'acked' | 'lost';
  readonly packets: readonly number[];
  /** Packets in flight. */
  readonly inFlight: number;
  readonly isMarked: boolean;
  /** In an answer: the numbers that the control has drawn last. */
  readonly draw: ProbeDraw | undefined;
}

const EVENTS = ['sent', 'limited', 'acked', 'lost'] as const;
const FLAGS = ['0', '1', ''] as const;
const COLUMNS = [
  't_ns',
  'event',
  'packet',
  'in_flight_packets',
  'flag',
  'probe_wait',
  'rounds_since_probe',
  'reno_rounds_bound',
];
/** Units of a duration, ns. */
const UNITS_NS: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, us: 1e3, ms: 1e6, s: 1e9 };

/** @throws TimeListError that names line, column, value and allowed values */
export function parseControlEvents(csv: string): ControlEvent[] {
  const columns = new CsvColumns(csv, COLUMNS);
  const events: ControlEvent[] = [];
  const sentNumbers = new Set<number>();
  let lastNs = 0;
  while (columns.next()) {
    const timeNs = columns.number('t_ns', lastNs);
    lastNs = timeNs;
    const event = columns.choice('event', EVENTS);
    const isAnswer = event === 'acked' || event === 'lost';
    const packets = readPackets(columns, event);
    for (const packet of packets) {
      if (sentNumbers.has(packet) === (event === 'sent'))
        throw columns.error('packet', String(packet), `packets that were ${event === 'sent' ? 'not ' : ''}sent before`);
      if (event === 'sent') sentNumbers.add(packet);
    }
    events.push({
      timeNs,
      event,
      packets,
      inFlight: isAnswer ? columns.wholeNumber('in_flight_packets') : 0,
      isMarked: columns.choice('flag', FLAGS) === '1',
      draw: isAnswer ? readDraw(columns) : undefined,
    });
  }
  return events;
}

/** The packets of an event. Only a loss has more than one. */
function readPackets(columns: CsvColumns, event: ControlEvent['event']): readonly number[] {
  if (event === 'limited') return [];
  return event === 'lost' ? columns.wholeNumbers('packet') : [columns.wholeNumber('packet')];
}

function readDraw(columns: CsvColumns): ProbeDraw {
  return {
    waitNs: columns.duration('probe_wait', UNITS_NS),
    rounds: columns.number('rounds_since_probe'),
    renoRounds: columns.number('reno_rounds_bound'),
  };
}
