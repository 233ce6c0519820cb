/** `plan`: writes a manifest of work for several machines. */
import { findPaper } from '../../papers/index.ts';
import { readPaperRequest } from '../commands/paper-command.ts';
import { isStudy, parseStudyRequest, studyOptions } from '../commands/study-command.ts';
import { parseSweepRequest } from '../commands/sweep-command.ts';
import { numberOption, type ParsedArguments, parseArguments } from '../input/arguments.ts';
import { type CommandIo, InputError } from '../io.ts';
import { systemErrorCode } from '../system-error.ts';
import { planShards, type WorkRequest } from './manifest.ts';

/**
 * Duration of a shard, minutes: short enough for gaps in the schedule of a cluster, and much longer than the start of a
 * program.
 */
const DEFAULT_SHARD_MINUTES = 30;
const MAX_SHARD_MINUTES = 7 * 24 * 60;
const MAX_ARGUMENTS = 16;

/** All papers at once. */
const ALL_PAPERS = 'papers';

/** Runs the command: prints the manifest, and its size as a message. */
export function planCommand(argv: readonly string[], io: CommandIo): void {
  const parsedArguments = parseArguments(
    argv,
    ['--minutes', '--policy-file', ...studyOptions],
    ['--quick'],
    MAX_ARGUMENTS,
  );
  const minutes =
    numberOption(parsedArguments, '--minutes', { min: 1, max: MAX_SHARD_MINUTES }) ?? DEFAULT_SHARD_MINUTES;
  const { manifest } = planShards(parseWorkRequest(parsedArguments, io), minutes, io);
  io.out(JSON.stringify(manifest, null, 2));
  const { tasks, bundles, processorHours, shards } = manifest;
  io.err(
    `${tasks} tasks in ${bundles} bundles, about ${processorHours} hours of one processor: ${shards} ${shards === 1 ? 'shard' : 'shards'} of at most about ${minutes} minutes`,
  );
}

function parseWorkRequest(parsedArguments: ParsedArguments, io: CommandIo): WorkRequest {
  const [name, ...more] = parsedArguments.positionals;
  const allowedWork = `a study (e1 ... e7, load, all), a paper, ${ALL_PAPERS} (all of them), or a file of a sweep (JSON)`;
  if (name === undefined) throw new InputError(`plan: a name is missing; allowed: ${allowedWork}`);
  const refuseOptions = (scope: string, options: readonly string[]) => {
    const givenOption = options.find(
      (option) => parsedArguments.flags.has(option) || parsedArguments.values.has(option),
    );
    if (givenOption !== undefined) throw new InputError(`${givenOption}: not allowed for ${scope}`);
    if (more[0] !== undefined && scope !== 'a study')
      throw new InputError(`${more[0]}: unexpected; allowed: one argument`);
  };
  if (name === ALL_PAPERS || findPaper(name) !== undefined) {
    refuseOptions('a paper', ['--policy-file', ...studyOptions]);
    return readPaperRequest(name === ALL_PAPERS ? undefined : name, parsedArguments);
  }
  if (isStudy(name)) {
    refuseOptions('a study', ['--quick', '--policy-file']);
    return parseStudyRequest(parsedArguments.positionals, parsedArguments, io);
  }
  if (!/\.json$/i.test(name) && !isFound(name, io))
    throw new InputError(`plan: ${name} is unknown; allowed: ${allowedWork}`);
  refuseOptions('a sweep', ['--quick', ...studyOptions]);
  return parseSweepRequest(name, parsedArguments, io);
}

/** Whether a path leads to something, which may not be a file. */
function isFound(path: string, io: CommandIo): boolean {
  try {
    io.readBytes(path, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== 'ENOENT';
  }
}
