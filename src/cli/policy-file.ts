/** `--policy-file`: a program that makes a policy of one's own. It runs in its box here as on the page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PacketPolicyDefinition } from '../engine/policy.ts';
import { compileInterpreter } from '../own/box.ts';
import { MAX_SOURCE } from '../own/limits.ts';
import { ownDefinition } from '../own/own-policy.ts';
import { ProgramError } from '../own/program-error.ts';
import { knowOwn, OWN_POLICY } from '../policies/loaded.ts';
import type { Arguments } from './arguments.ts';
import { BadInput, type Io } from './io.ts';

/** A character takes at most so many bytes in a file. */
const BYTES_A_CHARACTER = 4;

/**
 * The policies that are asked for. `own`, the program's, comes last unless it is among them; without others it runs alone.
 * @param usual those without `--policy` and `--policy-file`
 */
export function policiesAsked(parsed: Arguments, usual: readonly string[], io: Io): readonly string[] {
  const asked = parsed.values.get('--policy');
  const file = parsed.values.get('--policy-file')?.at(-1);
  if (file === undefined) {
    if (asked?.includes(OWN_POLICY)) throw new BadInput(`--policy: ${OWN_POLICY} needs --policy-file FILE.js`);
    return asked ?? usual;
  }
  loadPolicyFile(file, io);
  return asked?.includes(OWN_POLICY) ? asked : [...(asked ?? []), OWN_POLICY];
}

function loadPolicyFile(path: string, io: Io): void {
  knowOwn(readPolicyFile(path, io, '--policy-file'));
}

/** @param option what names the file in a message @throws BadInput with line and words where it is no program */
export function readPolicyFile(path: string, io: Io, option: string): PacketPolicyDefinition {
  let source: string;
  try {
    source = new TextDecoder().decode(io.readBytes(path, BYTES_A_CHARACTER * MAX_SOURCE));
  } catch (error) {
    throw new BadInput(`${option}: ${path} could not be read: ${(error as Error).message}`);
  }
  const wasm = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  try {
    return ownDefinition(compileInterpreter(readFileSync(wasm)), source);
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    const place = error.line === undefined ? '' : ` line ${error.line}:`;
    throw new BadInput(`${option}: ${path}:${place} ${error.message}`);
  }
}
