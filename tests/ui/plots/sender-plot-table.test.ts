/** The plots of a sender: TCP has segments, QUIC has packet numbers. */
import { expect, test } from 'vitest';
import { roundTripPlot } from '../../../src/plots/sender/round-trip.ts';
import { unitOfSender } from '../../../src/plots/sender/sender-plot.ts';
import { sequencePlot } from '../../../src/plots/sender/sequence.ts';
import { windowPlot } from '../../../src/plots/sender/window.ts';
import { senderPlotTable } from '../../../src/ui/plots/sender-plot-table.ts';

test('a QUIC sender is counted in packets, in the plot and in its table', () => {
  expect(unitOfSender(sequencePlot, 'quic')).toBe('packet number');
  expect(unitOfSender(sequencePlot, 'tcp')).toBe('segment number');
  expect(unitOfSender(roundTripPlot, 'quic')).toBe('ms');
  expect(senderPlotTable(sequencePlot, undefined, 'quic').head).toContain('first packet');
  expect(senderPlotTable(windowPlot, undefined, 'tcp').head).toContain('cwnd (segments)');
});
