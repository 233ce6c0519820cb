/** The limits by which a fit decides, in one table, each with its reason. */
import { UDP_HEADER_BYTES } from '../../capture/headers.ts';
export const FIT_LIMITS = {
  /** Waits of the first seconds of a load are those of slow start: they can be longer than any later one, s. */
  rampSeconds: 3,
  /** Fewer pings under load show no distribution. */
  minLoadedPings: 50,
  /**
   * A share of UDP that did not arrive at which more was offered than the link could carry. Random losses are smaller.
   */
  minUdpExcessShare: 0.1,
  /** tc's own rate and the measured one agree within this share; the bursts of tbf are small. */
  configuredRateError: 0.01,
  /** UDP counts received packets over whole seconds: less than this share off. The header of the link is in it too. */
  udpRateError: 0.01,
  /** The part of the time that slow start and the end of a TCP test cost, below the rate. */
  tcpRateErrorBelow: 0.005,
  /** The window with which slow start begins, packets (RFC 6928). */
  initialWindowPackets: 10,
  /** A filled drop-tail buffer keeps the link busy; slow start is missing too, by its own share of the time. */
  fullQueueRateErrorAbove: 0.03,
  /**
   * The queue of one flow under an AQM or in a short buffer runs empty now and then: 0.925 without any buffer, and its
   * recoveries cost more.
   */
  openRateErrorAbove: 0.12,
  /**
   * CUBIC with no buffer at all reaches 0.925 of the rate: a quarter of its cut of 0.3 is missing. More needs a queue.
   */
  minFullLinkShare: 0.96,
  /**
   * If flows have queues of their own, a ping waits only for the rest of the packet in transmission, sometimes for
   * another sparse flow. CoDel keeps at least one packet waiting, so beside it a ping waits for up to two.
   */
  sparsePacketTimes: 1.25,
  /** Printed round trips have one decimal, and hosts answer after some time, ms. */
  pingErrorMs: 0.1,
  /**
   * Beside a busy link, a probe waits for the rest of the packet in transmission, half of it in the median: a share of
   * its time.
   */
  minResidualShare: 0.2,
  /** The rest of a shorter packet is below the resolution of ping, ms. */
  minResidualPacketMs: 0.2,
  /** Above the sparse wait, a ping clearly waits, ms. */
  clearWaitMs: 1,
  /** A flow that waits this much longer than a ping has a queue of its own, ms. CoDel's target is 5 ms. */
  ownQueueMs: 2,
  /** A drop-tail queue with CUBIC stays near its full length: p95 and median as shares of the longest wait. */
  plateauP95Share: 0.9,
  plateauMedianShare: 0.5,
  /** For a short queue the plateau has to be clearer: PIE and CoDel also wander below some longest wait. */
  shortPlateauP95Share: 0.93,
  shortPlateauMedianShare: 0.6,
  /** Medians above this are beyond the targets of CoDel and PIE (5 and 15 ms), ms. */
  longMedianMs: 30,
  /** Slow start cannot overshoot a drop-tail buffer: its first wait is no longer than later ones. */
  maxDropTailOvershoot: 1.2,
  /** At low rates CoDel keeps two or three packets waiting, as a drop-tail buffer of this size would. */
  minShortPlateauPackets: 6,
  /** Slow start fills a short drop-tail buffer at once. */
  minShortOvershoot: 0.8,
  /** An AQM brings a long first queue down. */
  minAqmOvershoot: 1.8,
  /** The later waits under an AQM, p95, ms: a few times the target of PIE. */
  maxAqmP95Ms: 60,
  /**
   * The losses have to go on this long after slow start, s; and, in times of CUBIC's way back to its window (K of RFC
   * 9438):
   */
  minAqmSeconds: 15,
  /** After slow start has cut the window twice, a drop-tail queue is full again within this many. */
  minAqmCubicTimes: 3,
  /** A delay varies no more than this without a load, ms. */
  flatSpreadMs: 1,
  /** Fewer round trips can all have met the same queue. */
  minIdleReplies: 10,
  /** Idle round trips of one path agree within this, ms, or as a share of the least. */
  sameBaseMs: 2,
  sameBaseShare: 0.05,
  /**
   * Rates of a router's log and of a transfer that are one traffic: payload to frame is 1.046, and ACKs of the other
   * way add to it.
   */
  sameTrafficRatio: [0.97, 1.25],
  /** The ACKs of a transfer, as a share of it. */
  ackTrafficShare: 0.2,
  /** The smoothed rate of a sender's acknowledgements and the goodput of the receiver agree within this share. */
  sameTransferShare: 0.1,
  /** Snapshots with a backlog, as a share: below, the queue is not the bottleneck. */
  minBacklogShare: 0.2,
  /** A buffer from the longest wait: the fullest moment can lie between two pings. */
  bufferErrorBelow: 0.02,
  bufferErrorAbove: 0.1,
} as const;

/** Ethernet header, bytes: tbf and cake count it. */
export const LINK_HEADER_BYTES = 14;
/** IPv4 and TCP headers, bytes; timestamps add 12, as Linux, macOS and Android use them. */
const TCP_HEADER_BYTES = 40;
const TCP_TIMESTAMP_BYTES = 12;
/** Payload of a full TCP packet of 1500 bytes with timestamps. */
export const USUAL_PAYLOAD_BYTES = 1_448;
/** A full frame of Ethernet, without its checksum. */
export const FULL_FRAME_BYTES = 1_514;
/** A request of ping with 56 bytes of data, on Ethernet. */
export const PING_FRAME_BYTES = 98;

/** Bytes of a full packet on the link, its header included. */
export function frameBytes(protocol: 'TCP' | 'UDP', payloadBytes: number): number {
  if (protocol === 'UDP') return payloadBytes + UDP_HEADER_BYTES + LINK_HEADER_BYTES;
  // 1460 bytes leave no room for timestamps in a packet of 1500.
  const hasTimestamps = payloadBytes <= USUAL_PAYLOAD_BYTES;
  return payloadBytes + TCP_HEADER_BYTES + (hasTimestamps ? TCP_TIMESTAMP_BYTES : 0) + LINK_HEADER_BYTES;
}
