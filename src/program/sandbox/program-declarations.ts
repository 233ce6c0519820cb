/** Reads the declarations of a program before it runs in a lane. */

import { groupDigits } from '../../shared/number-text.ts';
import { type Declaration, parseDeclaration } from '../declaration.ts';
import { SharedSlot } from '../prelude.ts';
import { ProgramError } from '../program-error.ts';
import { MAX_PROGRAM_CHARACTERS, MAX_VERSIONS } from '../program-limits.ts';
import { splitVersions } from '../program-versions.ts';
import { type InterpreterModule, ProgramSandbox } from './sandbox.ts';

/**
 * Runs each version of a program once, without packets, for its declarations.
 * @throws ProgramError
 */
export function programDeclarations(module: InterpreterModule, text: string): readonly Declaration[] {
  const versions = splitVersions(text);
  if (text.length > MAX_PROGRAM_CHARACTERS)
    throw new ProgramError(
      `The program has ${groupDigits(text.length)} characters${versions.length > 1 ? ' in all its versions' : ''}; allowed: at most ${groupDigits(MAX_PROGRAM_CHARACTERS)}.`,
    );
  // Each version is run to get its declarations, so their number is checked before.
  if (versions.length > MAX_VERSIONS)
    throw new ProgramError(
      `The program has ${versions.length} versions; allowed: at most ${MAX_VERSIONS}. Run the newest from the start.`,
    );
  return versions.map((source) => versionDeclaration(module, source));
}

function versionDeclaration(module: InterpreterModule, source: string): Declaration {
  if (source.includes('\0')) throw new ProgramError('The program contains a null character (U+0000).');
  const box: ProgramSandbox = new ProgramSandbox(module, () => {
    box.slots[SharedSlot.number] = 0.5;
  });
  box.slots[SharedSlot.rateBps] = 1e7;
  box.slots[SharedSlot.limitPackets] = 100;
  box.slots[SharedSlot.limitBytes] = Number.POSITIVE_INFINITY;
  box.load(source, {});
  return parseDeclaration(box.declarationJson(), source);
}
