/**
 * CAKE's ACK filter: an acknowledgement that waits is dropped if a later one says more. Source: Linux,
 * net/sched/sch_cake.c (cake_ack_filter, cake_tcph_sack_compare); tc-cake(8).
 */
import { NO_PACKET } from '../../../../engine/contract/policy.ts';
import { OPTION_STRIDE, type PacketColumns, PacketFlag } from '../../../../engine/packets/packet.ts';

/** Flags that a pure ACK may have. The marks of ECN in the IP header do not matter. */
const HARMLESS = PacketFlag.ack | PacketFlag.ece | PacketFlag.cwr | PacketFlag.ect | PacketFlag.ect1 | PacketFlag.ce;
const ECN_ECHO = PacketFlag.ece | PacketFlag.cwr;

/** The packet is an ACK without data. It may have other flags too. */
export function isAck(packets: PacketColumns, packet: number): boolean {
  return (packets.flags[packet] & (PacketFlag.ack | PacketFlag.syn)) === PacketFlag.ack;
}

/**
 * The ACK that an arriving one makes needless, or NO_PACKET.
 * @param head the first packet of the queue, whose last one is `arrived`, an ACK
 * @param isAggressive one needless ACK is enough, if nothing stands between it and `arrived`; otherwise there must be
 * two
 */
export function needlessAck(
  packets: PacketColumns,
  head: number,
  arrivedPacket: number,
  isAggressive: boolean,
): number {
  const { flags, flow, next, sequence } = packets;
  let chosenPacket = NO_PACKET;
  let chosenEcho = 0;
  let foundCount = 0;
  for (let packet = head; packet !== arrivedPacket && packet !== NO_PACKET; packet = next[packet]) {
    if (flow[packet] !== flow[arrivedPacket] || !isAck(packets, packet)) continue;
    const echo = flags[packet] & ECN_ECHO;
    // The change of the echo of ECN is news, so the ACK before it stays.
    if (chosenPacket !== NO_PACKET && echo !== chosenEcho) {
      chosenPacket = NO_PACKET;
      foundCount--;
    }
    if ((flags[packet] & ~HARMLESS) !== 0 || sequence[packet] > sequence[arrivedPacket]) continue;
    const comparison = compareSacks(packets, packet, arrivedPacket);
    if (comparison < 0 || (comparison === 0 && sequence[packet] === sequence[arrivedPacket])) continue;
    if (chosenPacket === NO_PACKET) {
      chosenPacket = packet;
      chosenEcho = echo;
    }
    if (foundCount++ > 0) return chosenPacket;
  }
  const isNext = chosenPacket !== NO_PACKET && next[chosenPacket] === arrivedPacket;
  return isAggressive && isNext && chosenEcho === (flags[arrivedPacket] & ECN_ECHO) ? chosenPacket : NO_PACKET;
}

/**
 * Compares the SACK blocks of an ACK that waits with those of a later one.
 * @returns 1 if the later one has more, 0 if both say the same, -1 if the waiting one has something that the later one
 * lacks
 */
function compareSacks(packets: PacketColumns, waitingPacket: number, laterPacket: number): number {
  const { sackCount, options, sequence } = packets;
  if (sackCount[waitingPacket] === 0) return sackCount[laterPacket] === 0 ? 0 : 1;
  if (sackCount[laterPacket] === 0) return -1;
  let waitingLength = 0;
  for (let block = 0; block < sackCount[waitingPacket]; block++) {
    const left = options[waitingPacket * OPTION_STRIDE + 2 * block];
    const right = options[waitingPacket * OPTION_STRIDE + 2 * block + 1];
    // A block below the acknowledgement reports a duplicate.
    if (left <= sequence[waitingPacket] || !isCovered(packets, left, right, laterPacket)) return -1;
    waitingLength += right - left;
  }
  let laterLength = 0;
  for (let block = 0; block < sackCount[laterPacket]; block++)
    laterLength +=
      options[laterPacket * OPTION_STRIDE + 2 * block + 1] - options[laterPacket * OPTION_STRIDE + 2 * block];
  return laterLength > waitingLength ? 1 : 0;
}

function isCovered({ sackCount, options }: PacketColumns, left: number, right: number, packet: number): boolean {
  for (let block = 0; block < sackCount[packet]; block++) {
    const place = packet * OPTION_STRIDE + 2 * block;
    if (options[place] <= left && options[place + 1] >= right) return true;
  }
  return false;
}
