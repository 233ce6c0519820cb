/** SACK blocks on an acknowledgement (RFC 2018): reading them into a scoreboard. */
import { MAX_SACK_BLOCKS, type PacketPool } from '../packets/packet.ts';
import type { SequenceRanges } from './sequence-ranges.ts';

/** Adds the blocks of `packet` to `scoreboard`; true if any segment is newly covered. */
export function addSackBlocks(packets: PacketPool, packet: number, scoreboard: SequenceRanges): boolean {
  let addedCount = 0;
  const blockCount = packets.sackCount[packet];
  for (let block = 0; block < blockCount; block++) {
    const offset = 2 * (packet * MAX_SACK_BLOCKS + block);
    addedCount += scoreboard.add(packets.options[offset], packets.options[offset + 1]);
  }
  return addedCount > 0;
}
