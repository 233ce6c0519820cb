/** Makes texts of other people safe to show. */

/**
 * Control characters except tabs and line ends; and invisible characters and characters that change the direction of
 * writing, except the two joiners, which some scripts and emoji need.
 */
const INVISIBLE_CHARACTERS = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** A text without invisible characters. */
export const removeInvisible = (text: string): string => text.replace(INVISIBLE_CHARACTERS, '');

/** A text for a terminal: invisible characters are written as JSON escapes, so JSON keeps its meaning. */
export const escapeInvisible = (text: string): string =>
  text.replace(INVISIBLE_CHARACTERS, (sign) =>
    sign
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
