/**
 * The rate of a TCP flow with given losses and round trips.
 * Source: Padhye, Firoiu, Towsley & Kurose, "Modeling TCP throughput", SIGCOMM 1998, equation 32 without the window's
 * limit; as in RFC 5348, section 3.1, but with the min() that it leaves out.
 */

/**
 * @param loss share of packets lost, above 0 and at most 1
 * @param rttSeconds mean round trip, s
 * @param rtoSeconds retransmission timeout, s
 * @param acked packets acknowledged by one ACK (2 with delayed ACKs)
 * @returns packets per second
 */
export function pftkRate(loss: number, rttSeconds: number, rtoSeconds: number, acked = 1): number {
  const fast = rttSeconds * Math.sqrt((2 * acked * loss) / 3);
  const slow = Math.min(1, 3 * Math.sqrt((3 * acked * loss) / 8)) * loss * (1 + 32 * loss * loss);
  return 1 / (fast + rtoSeconds * slow);
}
