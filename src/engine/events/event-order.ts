/** The common part of both queues of events: the order of events, and their number. */

/** 2^50: an order key is priority * PRIORITY_STEP + sequence, below 2^53 for priorities 0 to 7. */
export const PRIORITY_STEP = 1_125_899_906_842_624;

/** Capacity of a queue at its beginning. It doubles whenever the queue is full. */
export const INITIAL_EVENT_CAPACITY = 64;

/** Most events that a queue can hold: 2^21. */
export const MAX_EVENT_CAPACITY = 2_097_152;

/** @throws RangeError when a queue of `capacity` events would be too large: every packet in flight may have one. */
export function checkEventCapacity(capacity: number): void {
  if (capacity > MAX_EVENT_CAPACITY)
    throw new RangeError(
      'Too many packets are in flight at once (more than two million). Lower the rate, the delay or the number of flows.',
    );
}

/** @throws RangeError when the time of an event is NaN or infinite */
export function checkEventTime(timeNs: number): void {
  if (timeNs - timeNs !== 0) throw new RangeError(`event time must be finite, got ${timeNs}`);
}
