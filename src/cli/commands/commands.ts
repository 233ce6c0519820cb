/** All commands except `run`, and the choice of a command. */

import { papers } from '../../papers/index.ts';
import { formatCitation } from '../../papers/paper.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { describeProblem } from '../../params/schema.ts';
import { findPolicy, policyIds } from '../../policies/registry.ts';
import { type LaneState, MAX_LANES, type RunState } from '../../run-state/run-state.ts';
import { decodeRun, encodeRun, LongUrlError } from '../../run-state/run-url.ts';
import { scenarioToFile } from '../../scenarios/files/file.ts';
import { scenarioJsonSchema } from '../../scenarios/files/scenario-schema.ts';
import { findPreset, presetFamilies } from '../../scenarios/index.ts';
import { isKeyOf } from '../../shared/record-keys.ts';
import { version } from '../../version.ts';
import { parseArguments } from '../input/arguments.ts';
import { definitionOfProgram } from '../input/policy-file.ts';
import { DIRECTION_OPTION, requestedDirection } from '../input/read-arrivals.ts';
import { applyRatesFile, extractHash, openScenario } from '../input/scenario-argument.ts';
import { showTcLines, TC_OPTION } from '../input/tc-option.ts';
import { type CommandIo, InputError } from '../io.ts';
import { mergeCommand } from '../shards/merge-command.ts';
import { planCommand } from '../shards/plan-command.ts';
import { shardCommand } from '../shards/shard-command.ts';
import { asksForHelp, HELP_WORDS, runReported } from './command-status.ts';
import { controlCommand } from './control-command.ts';
import { fitCommand } from './fit-command.ts';
import { gradeCommand } from './grade-command.ts';
import { judgeCommand } from './judge-command.ts';
import { lessonCommand, lessonSchemaCommand } from './lesson-command.ts';
import { paperCommand } from './paper-command.ts';
import { pausedRunCommand } from './paused-run-command.ts';
import { rankCommand } from './rank-command.ts';
import { replayCommand } from './replay-command.ts';
import { scormCommand } from './scorm-command.ts';
import { showMeasurements } from './show-measurements.ts';
import { studyCommand } from './study-command.ts';
import { sweepCommand } from './sweep-command.ts';

/** The lines of help of each command: how it is called, and what it does. */
const USAGES = {
  list: 'list [--json]                 presets, policies (with their parameters), papers',
  schema: 'schema                        JSON Schema of a scenario file',
  show: `show PRESET|ARRIVALS [--rates FILE] [--direction first|other|both]
                                prints a preset, or a file of arrivals, as a scenario file
  show PRESET|FILE.json --tc    prints its policies as lines of tc, if they are disciplines of Linux
  show FILE... --csv|--json [--addresses]
                                prints the series of measurements (see fit), without a fit: a row for each sample, or JSON`,
  run: `run PRESET|LINK|FILE.json|ARRIVALS [--policy ID]... [--set PATH=VALUE]... [--seed N] [--replications N]
                       [--duration SECONDS] [--warmup SECONDS] [--json|--csv] [--trace FILE]
                       [--pcapng FILE [--interfaces before,behind,dropped] [--from SECONDS] [--to SECONDS]
                       [--payload BYTES] [--comments numbers|signals]] a capture; a file for each policy
                       [--congestion CLASS=ID]... the same as --set sources.CLASS.congestion=ID
                       [--flow CLASS.N --flow-csv FILE] one TCP sender over time: flow N of a class, from 0
                       [--series-csv FILE] [--series-json FILE] every series of all policies, a row for each sample window
                       [--flows-csv FILE [--flows all|totals|CLASS.N,...]] all TCP senders, a row for each sample window
                       [--durations-csv FILE] completion times and round trips as distributions
                       [--run-json FILE] the whole run as JSON [--notebook FILE.ipynb] the run and its plots, for Jupyter
                       [--vega-lite FILE] the plots as Vega-Lite [--svg FILE] [--png FILE] the plots as one picture [--plots ID,...]
                       [--sender CLASS.N] adds the plots of one TCP sender to the files of the five options above
                       [--policy-file FILE.js]    a policy of your own (id own); without --policy it runs alone.
                                                  If FILE.json contains a program, it runs too, beside the policies of the file
                       [--rates FILE] the link follows a list of rates, of mahimahi or as CSV with t_ms,rate_bps
                       [--direction first|other|both] of the packets of a capture: that of its first packet, the other, both
                       [--tc LINE]... a policy from a line of tc, as in replay. Its limit is the buffer of the scenario`,
  replay: `replay ARRIVALS [--policy ID]... [--rate BPS] [--buffer packets=N|bytes=N] [--set PATH=VALUE]...
                       [--seed N] [--json|--csv] [--policy-file FILE.js] [--direction first|other|both]
                       [--kernel-hz 100|250|1000] ticks per second of the kernel, for fq, and PIE and FQ-PIE as in Linux
                       [--tc LINE]... a policy from a line of tc, such as 'fq_codel limit 1000 target 5ms', or as tc qdisc show
                       prints it (also with -j). Its limit is the buffer
                                plays the arrivals of a file to one port, without a network. ARRIVALS: FILE.csv with
                                t_ns,flow,bytes,ect[,u][,class][,colour] or time_s,bytes[,...], FILE.pcap or FILE.pcapng; also .gz`,
  control: `control FILE.csv[.gz] --congestion bbr3|--rtt [--set bandwidthFilter=draft|twoCycles] --csv
                                one congestion control, or QUIC's estimator of the round trip, alone: it gets the
                                events of a file, and answers after each ACK and loss, or after each sample`,
  fit: `fit FILE... [--json] [--addresses] [--scenario FILE.json] [--way FILE=down|up|both|idle]...
                       [--down BPS] [--up BPS] [--idle-ms MS] [--loaded-down-ms MS] [--loaded-up-ms MS] [--queue KIND]
                                reads measurements of a real link: ping, fping, iperf3, flent, irtt, nuttcp, netperf,
                                tc -s qdisc, ss -ti, captures and speed tests; also .gz. It fits rates, base delay, queue and buffer,
                                with intervals and evidence, and writes a scenario of the way down. Numbers can replace files.
                                --way answers for a file which way its transfer went or its interface sends, or the load beside its pings`,
  judge: 'judge FILE.js [--json]        tests a policy of your own: does it keep the rules of the contract?',
  rank: `rank [FILE.js] [--challenge power|home|fair] [--json]
                                ranks a policy of your own beside built-in ones, with several seeds`,
  study: `study e1..e7|load|all [--replications N] [--jobs N] [--set PATH=VALUE]... [--json|--csv]
                                runs experiments of a paper, on all processors`,
  paper: `paper [ID] [--quick] [--jobs N] [--json]
                                compares printed with measured numbers, cell by cell, on all processors`,
  lesson: `lesson LESSON [--student NAME]  LESSON: FILE.json, or the id of a built-in lesson
                                checks a lesson and its numbers, and prints the figures of its runs`,
  grade: `grade FILE... [--csv|--class] [--lesson LESSON]... [--resume FILE]
                                runs every link of hand-ins again, and prints one line per student and step, or the
                                picture of the class`,
  scorm: 'scorm LESSON [--out FILE.zip] writes a lesson with the page as a SCORM 1.2 package for a course system',
  'lesson-schema': 'lesson-schema                 JSON Schema of a lesson file',
  sweep: `sweep FILE.json [--jobs N] [--json|--csv] [--parquet FILE] [--policy-file FILE.js]
                                runs a sweep that the page saved, on all processors; it can have a policy of your own`,
  plan: `plan STUDY|SWEEP.json|PAPER|papers [--minutes M] [--quick] [--replications N] [--set PATH=VALUE]... [--policy-file FILE.js]
                                prints a manifest of a study, sweep or paper: its shards run on several machines`,
  shard: `shard MANIFEST i/n --out DIR [--jobs N]
                                runs shard i of n; it does not compute existing results again`,
  merge: `merge DIR [--json|--csv] [--partial]
                                prints the output that one machine would give`,
  url: "url PRESET|FILE.json          prints the share link of a run; url '#...' reads a link",
  help: 'help [COMMAND]                prints this text, or the help of one command; the same as COMMAND --help',
  '--version': '--version                     prints the version',
};
const USAGE_TEXT = ['usage: sim COMMAND', ...Object.values(USAGES)].join('\n  ');

/** Largest number of files of measurements. */
const MAX_MEASURED_FILES = 1_000;

/** Words that ask for the version, as in other programs. */
const VERSION_WORDS: readonly string[] = ['--version', '-V'];

/** Runs one command. Returns the exit status: 0, 1 (a failure of the program) or 2 (bad input). */
export const runAnyCommand = (argv: readonly string[], outsideIo: CommandIo): Promise<number> =>
  runReported(outsideIo, async (io) => runNamedCommand(argv, io));

type CommandName = Exclude<keyof typeof USAGES, 'help' | '--version'>;

const commands: Readonly<Record<CommandName, (argv: readonly string[], io: CommandIo) => void | Promise<void>>> = {
  list: listCommand,
  schema: schemaCommand,
  show: showCommand,
  run: pausedRunCommand,
  replay: replayCommand,
  control: controlCommand,
  fit: fitCommand,
  judge: judgeCommand,
  rank: rankCommand,
  study: studyCommand,
  paper: paperCommand,
  lesson: lessonCommand,
  grade: gradeCommand,
  scorm: scormCommand,
  'lesson-schema': lessonSchemaCommand,
  sweep: sweepCommand,
  plan: planCommand,
  shard: shardCommand,
  merge: mergeCommand,
  url: urlCommand,
};

/**
 * A command with several threads, or with pauses, ends later.
 * @throws InputError if there is no such command, or its arguments are not allowed
 */
export function runNamedCommand(argv: readonly string[], io: CommandIo): void | Promise<void> {
  const [name = '', ...rest] = argv;
  if (asksForHelp(argv)) return helpCommand(argv, io);
  if (VERSION_WORDS.includes(name)) return io.out(`Bufferscope ${version}`);
  if (isKeyOf(commands, name)) return commands[name](rest, io);
  throw new InputError(argv.length === 0 ? USAGE_TEXT : `command: ${name} is unknown\n${USAGE_TEXT}`);
}

/** `help COMMAND` and `COMMAND ... --help` print the lines of the command. */
function helpCommand(argv: readonly string[], io: CommandIo): void {
  const name = argv.slice(argv[0] === 'help' ? 1 : 0).find((word) => !HELP_WORDS.includes(word));
  if (name === undefined) io.out(USAGE_TEXT);
  else if (isKeyOf(USAGES, name)) io.out(`usage: sim ${USAGES[name].replaceAll('\n  ', '\n')}`);
  else throw new InputError(`help: ${name} is unknown; allowed: a command\n${USAGE_TEXT}`);
}

function listCommand(argv: readonly string[], io: CommandIo): void {
  const parsedArguments = parseArguments(argv, [], ['--json'], 0);
  const presets = presetFamilies.flatMap((family) =>
    family.presets.map(({ id, title, summary, citation, sources, policies }) => ({
      id,
      family: family.name,
      title,
      summary,
      citation,
      classes: Object.keys(sources),
      policies: Object.keys(policies),
    })),
  );
  const policies = policyIds.map((id) => {
    const definition = findPolicy(id);
    return { id, name: definition?.name, summary: definition?.summary, parameters: definition?.parameters };
  });
  const listedPapers = papers.map((paper) => ({
    id: paper.id,
    title: paper.title,
    authors: paper.authors,
    citation: formatCitation(paper),
    question: paper.question,
    tables: paper.tables.map(({ id }) => id),
    figures: paper.diagrams.map(({ id }) => id),
    cells: paper.cells.length,
    claims: paper.claims.map(({ id }) => id),
  }));
  if (parsedArguments.flags.has('--json')) {
    const replaceRules = (_: string, value: unknown) =>
      typeof value === 'object' && value !== null && 'rule' in value ? { rule: value.rule } : value;
    io.out(JSON.stringify({ presets, policies, papers: listedPapers }, replaceRules, 2));
    return;
  }
  const lines = ['presets'];
  for (const preset of presets)
    lines.push(`  ${preset.id.padEnd(32)} ${preset.policies.join(', ').padEnd(24)} ${preset.title}`);
  lines.push('', 'policies');
  for (const policy of policies) {
    lines.push(`  ${policy.id.padEnd(12)} ${policy.summary}`);
    for (const [id, parameter] of Object.entries(policy.parameters ?? {}))
      lines.push(
        `    ${id.padEnd(18)} ${parameter.label}${'unit' in parameter && parameter.unit !== '' ? ` (${parameter.unit})` : ''}`,
      );
  }
  lines.push('', 'papers');
  for (const paper of listedPapers) lines.push(`  ${paper.id.padEnd(22)} ${paper.title} (${paper.authors})`);
  io.out(lines.join('\n'));
}

function schemaCommand(argv: readonly string[], io: CommandIo): void {
  parseArguments(argv, [], [], 0);
  io.out(JSON.stringify(scenarioJsonSchema(), null, 2));
}

function showCommand(argv: readonly string[], io: CommandIo): void {
  const format = (['csv', 'json'] as const).find((name) => argv.includes(`--${name}`));
  if (format !== undefined) {
    const { positionals, flags } = parseArguments(argv, [], [`--${format}`, '--addresses'], MAX_MEASURED_FILES);
    showMeasurements(io, positionals, format, flags.has('--addresses'));
    return;
  }
  const parsedArguments = parseArguments(argv, ['--rates', DIRECTION_OPTION], [TC_OPTION], 1);
  const { positionals, flags } = parsedArguments;
  const { scenario, program } = openScenario(io, positionals[0], requestedDirection(parsedArguments));
  const scenarioWithRates = applyRatesFile(io, scenario, parsedArguments.last('--rates'));
  if (flags.has(TC_OPTION)) showTcLines(scenarioWithRates, io);
  else io.out(JSON.stringify(scenarioToFile(scenarioWithRates, program), null, 2));
}

/** Both directions: from a scenario to the hash of its link, and from a link (or its hash) to its run. */
function urlCommand(argv: readonly string[], io: CommandIo): void {
  const [given] = parseArguments(argv, [], [], 1).positionals;
  if (given === undefined) throw new InputError('url: give a preset, a file or a link');
  const hash = extractHash(given);
  if (hash !== undefined) showUrl(hash, io);
  else
    try {
      io.out(`#${encodeRun(openScenarioRun(io, given))}`);
    } catch (error) {
      throw error instanceof LongUrlError ? new InputError(`url: ${given} has no link: ${error.message}`) : error;
    }
}

/** The lanes are those of `run` without `--policy`. */
function openScenarioRun(io: CommandIo, name: string): RunState {
  const { scenario, program } = openScenario(io, name);
  const defaultLanes =
    scenario.lanes ?? Object.keys(scenario.policies).map((policy): LaneState => ({ policy, values: {} }));
  const lanes =
    program === undefined
      ? defaultLanes.slice(0, MAX_LANES)
      : [...defaultLanes.slice(0, MAX_LANES - 1), { policy: PROGRAM_POLICY, values: program.values }];
  const state: RunState = { preset: scenario.id, startValues: {}, lanes, seed: 1, edits: [] };
  if (findPreset(name) !== undefined) return state;
  if (program === undefined) return { ...state, custom: scenario };
  const { source } = program;
  const definition = definitionOfProgram({ source, name: `${name}: its program` });
  return { ...state, custom: scenario, program: { source, definition } };
}

function showUrl(hash: string, io: CommandIo): void {
  const { state, program, problems } = decodeRun(hash);
  io.out(JSON.stringify(program === undefined ? state : { ...state, program: program.source }, null, 2));
  if (program !== undefined)
    io.err('url: the link contains a program. The program did not run. The lanes with the program are left out');
  if (problems.length > 0) throw new InputError(problems.map(describeProblem).join('\n'));
}
