/** The plots of a sender: TCP has segments, QUIC has packet numbers. */
import { expect, test } from 'vitest';
import {
  senderRoundTripPlot,
  senderSequencePlot,
  senderWindowPlot,
} from '../../../src/plots/sender/all-sender-plots.ts';
import { unitOfSender } from '../../../src/plots/sender/sender-plot.ts';
import { senderPlotTable } from '../../../src/ui/plots/sender-plot-table.ts';

test('a QUIC sender is counted in packets, in the plot and in its table', () => {
  expect(unitOfSender(senderSequencePlot, 'quic')).toBe('packet number');
  expect(unitOfSender(senderSequencePlot, 'tcp')).toBe('segment number');
  expect(unitOfSender(senderRoundTripPlot, 'quic')).toBe('ms');
  expect(senderPlotTable(senderSequencePlot, undefined, 'quic').head).toContain('first packet');
  expect(senderPlotTable(senderWindowPlot, undefined, 'tcp').head).toContain('cwnd (segments)');
});
