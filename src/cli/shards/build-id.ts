/** The identity of this program: results of two different programs are never merged. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Hexadecimal digits of a hash in a name: 96 bits. */
const HASH_DIGITS = 24;

/** A hash of the texts in their order, 24 hexadecimal digits. */
export function hashTexts(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\n');
  return hash.digest('hex').slice(0, HASH_DIGITS);
}

/**
 * Hash of the bundled program. The same source with the same dependencies gives the same files. The first file names
 * the others by hashes of their content.
 * @param programFile the first file
 */
export function programBuildId(programFile: string): string {
  return hashTexts([readFileSync(programFile, 'utf8')]);
}
