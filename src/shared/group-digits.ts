/** The one form of large numbers in texts for people. */

/** Puts a narrow no-break space between groups of three digits, and writes a true minus sign. */
export function groupDigits(digits: string): string {
  const [whole = '', fraction] = digits.replace('-', '\u2212').split('.');
  const groupedDigits = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  return fraction === undefined ? groupedDigits : `${groupedDigits}.${fraction}`;
}
