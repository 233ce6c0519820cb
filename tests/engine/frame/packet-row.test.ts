/** All tables of packets have the columns of a packet side by side, in one order. */
import { expect, test } from 'vitest';
import { DepartureColumn, InServiceColumn, VerdictColumn, WaitingColumn } from '../../../src/engine/frame/frame.ts';
import { PacketRowColumn } from '../../../src/engine/frame/packet-row.ts';

test.each([DepartureColumn, InServiceColumn, VerdictColumn, WaitingColumn])('%o', (column) => {
  for (const [name, offset] of Object.entries(PacketRowColumn))
    expect(column[name as keyof typeof PacketRowColumn], name).toBe(column.serial + offset);
});
