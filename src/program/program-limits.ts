/** The limits of a student's program. All of them are counted, so that they are the same on every machine. */

/** Longest program with all its versions, characters. */
export const MAX_PROGRAM_CHARACTERS = 64_000;

/** Largest number of versions of one program in a run. */
export const MAX_VERSIONS = 8;

/** Steps of one call: the interpreter counts about one for each operation of the program. */
export const MAX_CALL_STEPS = 1_000_000;

/** Average steps of a call, and steps that calls may save for later calls. So a slow program cannot stop a run. */
export const MEAN_CALL_STEPS = 50_000;
export const MAX_SAVED_STEPS = 20_000_000;

/**
 * Wake-ups of a program per simulated second and for each packet that arrives, and wake-ups that it may save for later.
 */
export const MAX_WAKES_PER_SECOND = 100_000;
export const MAX_WAKES_PER_PACKET = 10;
export const MAX_SAVED_WAKES = 100_000;

/** Lines that a program prints in a run, and the characters of each; further ones are only counted. */
export const MAX_PRINTED_LINES = 100;
export const MAX_PRINTED_CHARACTERS = 200;

/** The memory of the program, bytes. */
export const MAX_PROGRAM_BYTES = 8 << 20;
