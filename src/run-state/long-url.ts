/** Longest hash that is read, characters. */
export const MAX_URL_HASH_CHARACTERS = 65_536;
/** Longest text in a compressed link, characters. */
export const MAX_INFLATED_CHARACTERS = 1_048_576;

/** The run has no link, because a link of this length would be refused. */
export class LongUrlError extends Error {
  constructor() {
    super(
      `it would be longer than the limit for links, ${MAX_URL_HASH_CHARACTERS} characters (${MAX_INFLATED_CHARACTERS} before compression)`,
    );
  }
}
