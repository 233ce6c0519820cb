/** A hash of a text, 16 hexadecimal digits: to distinguish texts, not against forgery. */
export function hashText(text: string): string {
  let high = 0x243f6a88;
  let low = 0x85a308d3;
  for (let index = 0; index < text.length; index++) {
    // FNV-1a in two halves; the first half is also input of the second.
    high = Math.imul(high ^ text.charCodeAt(index), 0x01000193);
    low = Math.imul(low ^ text.charCodeAt(index) ^ (high >>> 16), 0x01000193);
  }
  const word = (value: number) => (value >>> 0).toString(16).padStart(8, '0');
  return word(high) + word(low);
}
