/** The plots of a sender, and their numbers as tables. */
import type { SenderRecord } from '../../app/lanes/sender-record.ts';
import { senderPhaseAt } from '../../engine/contract/sender-phases.ts';
import { SenderColumn, SenderEventColumn, senderEvents } from '../../engine/frame/sender-columns.ts';
import { required } from '../../shared/required.ts';
import { SEND_RULE_TEXTS } from '../../view/draw/send-rule-text.ts';
import { senderSeries } from '../../view/plots/sender/sender-lines.ts';
import type { SenderPlotId } from '../../view/plots/sender/sender-model.ts';
import type { SavedTable } from '../saving/saving.ts';

interface SenderPlot {
  readonly id: SenderPlotId;
  readonly title: string;
  readonly unit: string;
}

export const PLOTS_OF_SENDER: readonly SenderPlot[] = [
  { id: 'window', title: 'Window', unit: 'segments' },
  { id: 'roundTrip', title: 'Round trip', unit: 'ms' },
  { id: 'sequence', title: 'Time sequence', unit: 'segment number' },
  { id: 'pacing', title: 'Pacing rate', unit: 'Mb/s' },
];

/** Units of a sender that numbers packets: it never sends a number again. */
const PACKET_UNITS: Readonly<Partial<Record<SenderPlotId, string>>> = { window: 'packets', sequence: 'packet number' };

/** @param kind of the sender's class: QUIC has packets, TCP has segments */
export function plotOfSender(id: string, kind = 'tcp'): SenderPlot {
  const plot = required(PLOTS_OF_SENDER.find((candidate) => candidate.id === id));
  return kind === 'quic' ? { ...plot, unit: PACKET_UNITS[plot.id] ?? plot.unit } : plot;
}

/** The whole record: states with every quantity of the plot, or events. */
export function senderPlotTable(id: SenderPlotId, record: SenderRecord | undefined, kind = 'tcp'): SavedTable {
  const sentUnit = kind === 'quic' ? 'packet' : 'segment';
  const { states, events } = record ?? { states: undefined, events: undefined };
  if (id === 'sequence')
    return {
      head: ['simulated time (s)', 'event', `first ${sentUnit}`, `last ${sentUnit}`, 'sent again because of'],
      rows: Array.from({ length: events?.rowCount ?? 0 }, (_, row) => {
        const entry = (column: number) => events?.at(row, column) ?? Number.NaN;
        const event = senderEvents[entry(SenderEventColumn.event)];
        return [
          entry(SenderEventColumn.timeNs) / 1e9,
          event,
          entry(SenderEventColumn.low),
          entry(SenderEventColumn.high) - 1,
          event === 'retransmitted' ? (SEND_RULE_TEXTS[entry(SenderEventColumn.rule)] ?? '') : '',
        ];
      }),
    };
  const { unit } = plotOfSender(id, kind);
  return {
    head: ['simulated time (s)', ...senderSeries[id].map(({ name }) => `${name} (${unit})`), 'state'],
    rows: Array.from({ length: states?.rowCount ?? 0 }, (_, row) => {
      const entry = (column: number) => states?.at(row, column) ?? Number.NaN;
      return [
        entry(SenderColumn.timeNs) / 1e9,
        ...senderSeries[id].map((series) => entry(series.column) / series.unit),
        senderPhaseAt(entry(SenderColumn.phase))?.label,
      ];
    }),
  };
}
