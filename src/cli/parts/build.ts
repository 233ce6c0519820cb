/** Which program this is, to the last byte: results of two programs are never put together. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Digits of a name that is a hash: 96 bits. */
const DIGITS = 24;

export function hashOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex').slice(0, DIGITS);
}

/** Of the file that this program is made of: the same source and the same dependencies give the same file. */
export function buildOfProgram(): string {
  return hashOf([readFileSync(fileURLToPath(import.meta.url), 'utf8')]);
}
