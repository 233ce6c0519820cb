/** Makes texts of others safe to show. */

/**
 * Control characters but for tabs and line ends; signs that take no room or turn the direction of writing, but for the two
 * joiners, which some scripts and emoji are written with.
 */
const UNSEEN = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** A text that shows as it is: without what cannot be seen. */
export const visible = (text: string): string => text.replace(UNSEEN, '');

/** The same for a terminal, where what cannot be seen is written as JSON writes it: JSON keeps its meaning. */
export const printable = (text: string): string =>
  text.replace(UNSEEN, (sign) =>
    sign
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
