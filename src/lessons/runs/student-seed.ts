/**
 * A seed from a student's name or number. The same name always gives the same seed, so that a hand-in can be run again.
 */

/** Longest name or number of a student, characters. */
export const MAX_STUDENT_NAME_CHARACTERS = 100;

/** The seed of a student's runs; undefined without a name: the runs then have the seed of their link. */
export function seedOfStudent(student: string | undefined): number | undefined {
  return student === undefined || student.trim() === '' ? undefined : studentSeed(student);
}

/** From 1 to 2^31. Names that differ only in case, spaces or the coding of accents are one name. */
export function studentSeed(name: string): number {
  const plainName = name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
  // FNV-1a over UTF-16 code units.
  let hash = 0x811c9dc5;
  for (let index = 0; index < plainName.length; index++)
    hash = Math.imul(hash ^ plainName.charCodeAt(index), 0x01000193);
  return (hash >>> 1) + 1;
}
