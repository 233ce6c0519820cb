/**
 * Largest rise of PIE's probability at an update, from a probability of 0.1 on: RFC 8033, section 5.5. ns-3 and Linux
 * have it.
 */
export const MAX_PIE_RISE = 0.02;
