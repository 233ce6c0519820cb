/** The limits of a student's program. All of them are counted, so that they are the same on every machine. */

/** Longest program, characters: of all its versions together. */
export const MAX_SOURCE = 64_000;

/** Versions of one program that can take over from each other in a run. */
export const MAX_VERSIONS = 8;

/** Steps of one call: the interpreter counts about one for each operation of the program. */
export const CALL_STEPS = 1_000_000;

/** Steps that the calls may take on average, and what they may save up: a run goes on, however slow the program is. */
export const MEAN_STEPS = 50_000;
export const SAVED_STEPS = 20_000_000;

/** Wake-ups that a program may have per simulated second and for each packet that arrives, and how many it may save up. */
export const WAKES_PER_SECOND = 100_000;
export const WAKES_PER_PACKET = 10;
export const SAVED_WAKES = 100_000;

/** The memory of the program, bytes. */
export const PROGRAM_BYTES = 8 << 20;
