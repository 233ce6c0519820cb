/** Ids of scenarios, sources and classes of traffic. */
export const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
export const ALLOWED_IDS = 'letters, digits, - and _, at most 64';

/** Id of the policy that a student's program makes (docs/OWN-POLICY.md). */
export const PROGRAM_POLICY = 'own';

/** In place of the id of a policy up: that of the lane, with the same values. */
export const SAME_POLICY = 'same';
