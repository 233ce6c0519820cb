/** The numbers of code points and hosts that the settings of a class name. */

/** A class without a number is a host of its own: this plus the index of the class. */
const FIRST_OWN_HOST = 1000;

/** Code points with a name of their own. */
const NAMED: Readonly<Record<string, number>> = { EF: 46, VA: 44, LE: 1 };

/**
 * The number of a code point by its name: CS0 to CS7, AF11 to AF43, EF, VA or LE.
 * Source: RFC 2474, RFC 2597, RFC 3246, RFC 5865, RFC 8622.
 */
export function codePointOf(name: string): number {
  const [, selector] = /^CS(\d)$/.exec(name) ?? [];
  if (selector !== undefined) return 8 * Number(selector);
  const [, group, precedence] = /^AF(\d)(\d)$/.exec(name) ?? [];
  if (group !== undefined) return 8 * Number(group) + 2 * Number(precedence);
  return NAMED[name] ?? 0;
}

/** The class that is a host of its own with this number, or -1. */
export const classOfHost = (host: number) => (host >= FIRST_OWN_HOST ? host - FIRST_OWN_HOST : -1);

/** The host of a class, by its setting. */
export const hostOfClass = (number: number, classIndex: number) =>
  number === 0 ? FIRST_OWN_HOST + classIndex : number;
