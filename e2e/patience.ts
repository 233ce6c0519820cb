/**
 * Limits of time for the tests in browsers. They grow with the measured slowness of the machine, so none fails on a
 * busy one.
 */

/** Time of the work below on two idle processors of 2026, ms. */
const IDLE_MS = 130;

/** Simple work of fixed length: the other processes of a busy machine interrupt it. */
function work(): number {
  let state = 1;
  for (let step = 0; step < 60_000_000; step++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
  }
  return state;
}

function measureSlowness(): number {
  const began = performance.now();
  work();
  return Math.max(1, (performance.now() - began) / IDLE_MS);
}

/** How many times slower this machine was than an idle one when this process began: 1 or more. */
const slowness = measureSlowness();

/** A limit of time on this machine, ms, for one that is generous on an idle machine. */
export const patient = (idleMs: number): number => Math.ceil(idleMs * slowness);
