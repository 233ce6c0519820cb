/**
 * The rate of a TCP flow with given losses and round trips.
 * Source: Padhye, Firoiu, Towsley & Kurose, "Modeling TCP throughput", SIGCOMM 1998, equation 32 without the window's
 * limit; as in RFC 5348, section 3.1, but with the min() that it leaves out.
 */

/**
 * @param lossEventRate share of packets lost, above 0 and at most 1
 * @param rttSeconds mean round trip, s
 * @param rtoSeconds retransmission timeout, s
 * @param ackedSegments packets acknowledged by one ACK (2 with delayed ACKs)
 * @returns packets per second
 */
export function pftkPacketsPerSecond(
  lossEventRate: number,
  rttSeconds: number,
  rtoSeconds: number,
  ackedSegments = 1,
): number {
  const fastRetransmitSeconds = rttSeconds * Math.sqrt((2 * ackedSegments * lossEventRate) / 3);
  const timeoutsPerLoss =
    Math.min(1, 3 * Math.sqrt((3 * ackedSegments * lossEventRate) / 8)) *
    lossEventRate *
    (1 + 32 * lossEventRate * lossEventRate);
  return 1 / (fastRetransmitSeconds + rtoSeconds * timeoutsPerLoss);
}
