/**
 * Proportional rate reduction: loss recovery sends in proportion to what is delivered, instead of a pause and then full
 * speed. Source: RFC 6937, section 3.1; RFC 9937, section 6, whose names are given in brackets. Amounts in segments.
 */
export class RateReduction {
  /** Segments sent since the beginning of this recovery [prr_out]. */
  sentSegments = 0;
  private flightSegments = 0;
  private deliveredSegments = 0;

  /** @param flightSegments outstanding segments, without those that had arrived before [RecoverFS] */
  begin(flightSegments: number): void {
    this.flightSegments = flightSegments;
    this.deliveredSegments = 0;
    this.sentSegments = 0;
  }

  /**
   * An ACK in recovery.
   * @param inFlight segments in flight now
   * @param threshold window at the end of recovery
   * @param deliveredSegments segments that this ACK reports [DeliveredData]
   * @param isSafe one more segment may be sent than was delivered [SafeACK]
   * @returns the window: the amount in flight, and what may be sent on this ACK
   */
  windowAfter(inFlight: number, threshold: number, deliveredSegments: number, isSafe: boolean): number {
    this.deliveredSegments += deliveredSegments;
    let additionalSegments: number;
    if (inFlight > threshold) {
      const sendableSegments = Math.ceil((this.deliveredSegments * threshold) / this.flightSegments);
      additionalSegments = sendableSegments - this.sentSegments;
    } else {
      const maxSegments = Math.max(this.deliveredSegments - this.sentSegments, deliveredSegments) + (isSafe ? 1 : 0);
      additionalSegments = Math.min(threshold - inFlight, maxSegments);
    }
    // The first lost segment is sent again at once.
    const leastSegments = this.sentSegments === 0 ? 1 : 0;
    return Math.max(1, inFlight + Math.max(leastSegments, additionalSegments));
  }
}
