/** Programs of students, from `--policy-file` or from a scenario file. They run in the same sandbox as on the page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PacketPolicyDefinition } from '../../engine/contract/policy.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { registerProgram } from '../../policies/loaded-policies.ts';
import type { PrintedLine, PrintHandler } from '../../program/printed-line.ts';
import { ProgramError } from '../../program/program-error.ts';
import { MAX_PROGRAM_CHARACTERS } from '../../program/program-limits.ts';
import { splitVersions } from '../../program/program-versions.ts';
import { compileProgram } from '../../program/sandbox/program-policy.ts';
import { compileInterpreter, type InterpreterModule } from '../../program/sandbox/sandbox.ts';
import type { FileProgram } from '../../scenarios/files/file.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';
import { type CommandIo, InputError } from '../io.ts';
import type { ParsedArguments } from './arguments.ts';
import { readInput } from './read-input.ts';
import { readScenarioFile } from './scenario-argument.ts';

/** Largest number of bytes of a character in a file. */
const MAX_CHARACTER_BYTES = 4;

/** A program, and the name of its source in messages. */
export interface NamedProgram extends FileProgram {
  readonly name: string;
}

/** The requested policies, and the program of the policy `own` if it is among them. */
export interface RequestedPolicies {
  readonly policies: readonly string[];
  readonly program?: NamedProgram;
}

/**
 * The requested policies. The function registers the policy of the program. `own` comes last unless it is among them.
 * The program of `--policy-file` runs alone if no other policies are requested. The program of the scenario file runs
 * beside the scenario's policies, as on the page.
 * @param defaultPolicies the policies without `--policy` and `--policy-file`
 * @param inFile the program of the scenario file
 * @throws InputError for an unknown policy, or a program that is not valid
 */
export function registerRequestedPolicies(
  parsedArguments: ParsedArguments,
  defaultPolicies: readonly string[],
  io: CommandIo,
  inFile?: NamedProgram,
): RequestedPolicies {
  const requestedIds = parsedArguments.values.get('--policy');
  const program = readRequestedProgram(parsedArguments, io) ?? inFile;
  const namesProgram = requestedIds?.includes(PROGRAM_POLICY) === true;
  if (program === undefined) {
    if (namesProgram) throw new InputError(`--policy: ${PROGRAM_POLICY} needs --policy-file FILE.js`);
    return { policies: requestedIds ?? defaultPolicies };
  }
  if (program === inFile && requestedIds !== undefined && !namesProgram) return { policies: requestedIds };
  if (inFile !== undefined) reportChosenProgram(program, inFile, io);
  registerProgram(definitionOfProgram(program, (line) => printLine(line, io)));
  if (namesProgram) return { policies: requestedIds, program };
  return { policies: [...(requestedIds ?? (program === inFile ? defaultPolicies : [])), PROGRAM_POLICY], program };
}

/** The file of a program may be unused. */
function reportChosenProgram(program: NamedProgram, inFile: NamedProgram, io: CommandIo): void {
  io.err(
    program === inFile
      ? `${inFile.name} runs in the sandbox`
      : `${inFile.name} does not run: --policy-file replaces it`,
  );
}

/** The program of `--policy-file`; undefined without the option. */
export function readRequestedProgram(parsedArguments: ParsedArguments, io: CommandIo): NamedProgram | undefined {
  const path = parsedArguments.last('--policy-file');
  return path === undefined ? undefined : readProgramFile(path, io, '--policy-file');
}

/**
 * Reads a file with a program: the program itself, or a scenario file that contains one.
 * @param option the name of the file in a message
 * @throws InputError
 */
function readProgramFile(path: string, io: CommandIo, option: string): NamedProgram {
  if (/\.json$/i.test(path)) {
    const { program } = readScenarioFile(io, path);
    if (program !== undefined) return { ...program, name: `${option}: ${path}: its program` };
    throw new InputError(
      `${option}: ${path} contains no program; allowed: a program (.js), or a scenario file with \`program\``,
    );
  }
  const maxBytes = MAX_CHARACTER_BYTES * MAX_PROGRAM_CHARACTERS;
  const source = readInput(option, path, () => decodeUtf8(io.readBytes(path, maxBytes)));
  return { source, values: {}, name: `${option}: ${path}` };
}

/** The newest version of the program in a file, for `judge` and `rank`. */
export function readNewestVersion(path: string, io: CommandIo, option: string): PacketPolicyDefinition {
  const program = readProgramFile(path, io, option);
  return definitionOfProgram({ ...program, source: splitVersions(program.source).at(-1) ?? '' }, (line) =>
    printLine(line, io),
  );
}

/** Lines of programs that a command prints; further ones are only counted. */
const MAX_COMMAND_LINES = 100;

let printedLineCount = 0;

function printLine({ timeNs, text }: PrintedLine, io: CommandIo): void {
  printedLineCount++;
  if (text !== undefined && printedLineCount <= MAX_COMMAND_LINES) io.err(`${(timeNs / 1e9).toFixed(6)} s: ${text}`);
}

/** Says how many lines the programs of a command printed beyond those that are shown. */
export function reportUnprintedLines(io: CommandIo): void {
  const unprintedCount = printedLineCount - Math.min(printedLineCount, MAX_COMMAND_LINES);
  printedLineCount = 0;
  if (unprintedCount > 0) io.err(`... and ${unprintedCount} more lines of the program, which are not shown`);
}

let compiledInterpreter: InterpreterModule | undefined;

/**
 * The definition of a program, ready to run in its sandbox.
 * @param onPrint called for each line that it prints; default: lines are lost
 * @throws InputError with line and message if it is not a valid program
 */
export function definitionOfProgram(
  { source, name }: Pick<NamedProgram, 'source' | 'name'>,
  onPrint?: PrintHandler,
): PacketPolicyDefinition {
  const wasm = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  compiledInterpreter ??= compileInterpreter(readFileSync(wasm));
  try {
    return compileProgram(compiledInterpreter, source, onPrint);
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    const lineText = error.line === undefined ? '' : ` line ${error.line}:`;
    throw new InputError(`${name}:${lineText} ${error.message}`);
  }
}
