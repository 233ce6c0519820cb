/** The numbers of a plot of a sender as a table. */
import type { SenderRecord } from '../../app/lanes/sender-record.ts';
import { senderPhaseAt } from '../../engine/contract/sender-phases.ts';
import { SenderColumn, SenderEventColumn, senderEvents } from '../../engine/frame/sender-columns.ts';
import { isSequence, type SenderPlot, unitOfSender } from '../../plots/sender/sender-plot.ts';
import { SEND_RULE_TEXTS } from '../../view/draw/send-rule-text.ts';
import type { SavedTable } from '../saving/saving.ts';

/** The whole record: states with every quantity of the plot, or events. */
export function senderPlotTable(plot: SenderPlot, record: SenderRecord | undefined, kind = 'tcp'): SavedTable {
  const sentUnit = kind === 'quic' ? 'packet' : 'segment';
  const { states, events } = record ?? { states: undefined, events: undefined };
  if (isSequence(plot))
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
  const unit = unitOfSender(plot, kind);
  return {
    head: ['simulated time (s)', ...plot.series.map(({ name }) => `${name} (${unit})`), 'state'],
    rows: Array.from({ length: states?.rowCount ?? 0 }, (_, row) => {
      const entry = (column: number) => states?.at(row, column) ?? Number.NaN;
      return [
        entry(SenderColumn.timeNs) / 1e9,
        ...plot.series.map((series) => entry(series.column) / series.unit),
        senderPhaseAt(entry(SenderColumn.phase))?.label,
      ];
    }),
  };
}
