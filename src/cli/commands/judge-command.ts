/** `judge`: tests a program by the rules of the contract, as the page's editor does. */

import { judgePolicy } from '../../judging/judge-policy.ts';
import { contractRules, formatFindingContext } from '../../judging/rules/contract-rules.ts';
import { parseArguments } from '../input/arguments.ts';
import { readNewestVersion } from '../input/policy-file.ts';
import { type CommandIo, InputError } from '../io.ts';

const STATE_TEXTS = { kept: 'kept', broken: 'BROKEN', untested: 'not tested' } as const;

/**
 * Runs `judge`.
 * @throws InputError without a program that can be read, or if it breaks a rule
 */
export function judgeCommand(argv: readonly string[], io: CommandIo): void {
  const parsedArguments = parseArguments(argv, [], ['--json'], 1);
  const path = parsedArguments.positionals[0];
  if (path === undefined) throw new InputError('judge: give a file, such as mine.js');
  const definition = readNewestVersion(path, io, 'judge');
  const judgedRules = judgePolicy(definition);
  if (parsedArguments.flags.has('--json'))
    io.out(
      JSON.stringify({
        policy: definition.name,
        kept: judgedRules.every(({ state }) => state === 'kept'),
        rules: judgedRules,
      }),
    );
  else
    for (const { rule, state, finding } of judgedRules) {
      const { title, text } = contractRules[rule];
      io.out(`${STATE_TEXTS[state].padEnd(10)} ${title}: ${text}`);
      if (finding !== undefined) io.out(`${' '.repeat(11)}${finding.text} (${formatFindingContext(finding)})`);
    }
  const brokenRules = judgedRules.filter(({ state }) => state === 'broken');
  if (brokenRules.length > 0)
    throw new InputError(
      `judge: ${path} breaks ${brokenRules.length === 1 ? 'a rule' : `${brokenRules.length} rules`}: ${brokenRules.map(({ rule }) => contractRules[rule].title).join(', ')}`,
    );
}
