/** The plots of a sender: TCP has segments, QUIC has packet numbers. */
import { expect, test } from 'vitest';
import { plotOfSender, senderPlotTable } from '../../../src/ui/plots/sender-plot-table.ts';

test('a QUIC sender is counted in packets, in the plot and in its table', () => {
  expect(plotOfSender('sequence', 'quic').unit).toBe('packet number');
  expect(plotOfSender('sequence', 'tcp').unit).toBe('segment number');
  expect(plotOfSender('roundTrip', 'quic').unit).toBe('ms');
  expect(senderPlotTable('sequence', undefined, 'quic').head).toContain('first packet');
  expect(senderPlotTable('window', undefined, 'tcp').head).toContain('cwnd (segments)');
});
