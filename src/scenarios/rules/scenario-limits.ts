/** The limits of a run. `rules.ts` checks them. */

/** Flows of all sources together: a lane needs about 5 kB for each. */
export const MAX_FLOWS = 20_000;
/** Sample windows of a run: a lane needs a few hundred bytes for each, in its worker and on the page. */
export const MAX_SAMPLES = 250_000;
/**
 * Packets that a run may hold at once, waiting and in flight: a lane needs several times about a hundred bytes for
 * each.
 */
export const MAX_HELD_PACKETS = 2_000_000;
/** Sources of a scenario. */
export const MAX_SOURCES = 16;
/** Packets of a scenario's list of arrivals. */
export const MAX_ARRIVALS = 100_000;
/**
 * Characters of such a list, or of one of rates: each row may have a time, flow, bytes, ect, class and colour of some
 * length.
 */
export const MAX_ARRIVALS_CHARACTERS = 4_194_304;
