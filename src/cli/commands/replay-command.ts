/** `replay`: plays a list of arrivals to one port under one or more policies, and prints the result for each packet. */

import type { PacketPolicyDefinition } from '../../engine/contract/policy.ts';
import { bufferParameters, linkParameters, resolveScenario, type Scenario } from '../../engine/scenario/scenario.ts';
import type { Arrivals } from '../../engine/time-lists/arrivals.ts';
import { DEFAULT_CLASS_ID } from '../../engine/time-lists/arrivals-csv.ts';
import { formatCsv } from '../../export/csv.ts';
import { describeProblem, type Parameter, type ParameterValue, type ParameterValues } from '../../params/schema.ts';
import { laneName } from '../../policies/lane-name.ts';
import { resolvedPolicyValues } from '../../policies/policy-values.ts';
import { findPolicy } from '../../policies/registry.ts';
import { hasOwnLimit } from '../../run-state/tc/tc-disciplines.ts';
import { PACKET_OUTCOMES, type PacketOutcome, type ReplayResult, replayArrivals } from '../../runs/replay.ts';
import { type Setting, validateSettings, withScenarioSettings } from '../../scenarios/rules/validate.ts';
import { required } from '../../shared/required.ts';
import {
  checkedInput,
  numberOption,
  outputFormat,
  type ParsedArguments,
  parameterOption,
  parseArguments,
} from '../input/arguments.ts';
import { type RequestedPolicies, registerRequestedPolicies } from '../input/policy-file.ts';
import { DIRECTION_OPTION, readArrivals, requestedDirection } from '../input/read-arrivals.ts';
import { parseSettingOptions, programSettings } from '../input/scenario-argument.ts';
import { requestedTcLanes, TC_OPTION } from '../input/tc-option.ts';
import { type CommandIo, InputError } from '../io.ts';
import { alignColumns } from '../output/report.ts';
import { chosenDefinitions, warnOfIdleSettings } from './run-command.ts';

/** Ticks per second of the kernel's clock, for the policies that have them (`kernelHz`). */
const KERNEL_HZ_OPTION = '--kernel-hz';
/** The policy without `--policy`. */
const DEFAULT_POLICY = 'droptail';
/** Number of rows of CSV in one write. */
const BLOCK_ROWS = 20_000;
/** Number of flows in the table; JSON has all. */
const MAX_SHOWN_FLOWS = 20;

/** Numbers of packets by result. */
type OutcomeCounts = Record<PacketOutcome, number>;

interface Delays {
  /**
   * Time from arrival to start of transmission of the sent packets, ms; 0 without sent packets. Quantiles by nearest
   * rank.
   */
  readonly meanDelayMs: number;
  readonly p50DelayMs: number;
  readonly p95DelayMs: number;
  readonly maxDelayMs: number;
}

/** The JSON output for a policy. */
interface Report extends Delays {
  readonly policy: string;
  /** The policy's name and, beside other lanes of this policy, the values that tell them apart. */
  readonly name: string;
  readonly params: Readonly<Record<string, ParameterValue>>;
  readonly rateBps: number;
  readonly buffer: { readonly packets: number } | { readonly bytes: number };
  readonly seed: number;
  readonly arrived: number;
  readonly verdicts: OutcomeCounts;
  /** Numbers of packets by the reason that `--csv` shows; only reasons with packets. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly flows: readonly (Delays & {
    readonly flow: number;
    readonly class: string;
    readonly arrived: number;
    readonly verdicts: OutcomeCounts;
  })[];
  readonly digest: string;
}

const VALUE_OPTIONS = [
  '--policy',
  '--rate',
  '--buffer',
  '--set',
  '--seed',
  '--policy-file',
  KERNEL_HZ_OPTION,
  DIRECTION_OPTION,
  TC_OPTION,
];

/**
 * Runs `replay`.
 * @throws InputError for arguments or a file that are not allowed
 */
export function replayCommand(argv: readonly string[], io: CommandIo): void {
  const parsedArguments = parseArguments(argv, VALUE_OPTIONS, ['--json', '--csv'], 1);
  const format = outputFormat(parsedArguments);
  const [path] = parsedArguments.positionals;
  if (path === undefined)
    throw new InputError('replay: give a file of arrivals: .csv, .pcap or .pcapng, also with .gz');
  const rateBps = parameterOption(parsedArguments, '--rate', linkParameters.rateBps);
  const tcLanes = requestedTcLanes(parsedArguments, rateBps ?? linkParameters.rateBps.default, io);
  const { policies, program } = registerRequestedPolicies(
    parsedArguments,
    tcLanes.length > 0 ? [] : [DEFAULT_POLICY],
    io,
  );
  const createLane = (policy: string, port: Scenario, isTc: boolean): ReplayedLane => {
    const [definition] = chosenDefinitions(port, [policy]) as readonly [PacketPolicyDefinition];
    return { policy, definition, port, isTc };
  };
  const lanes = [
    ...policies.map((policy) => createLane(policy, requestedPort(path, policies, program, parsedArguments), false)),
    ...tcLanes.map(({ policy, settings }) =>
      createLane(policy, requestedPort(path, [policy], program, parsedArguments, settings), true),
    ),
  ];
  const lanePolicies = lanes.map(({ policy }) => policy);
  warnOfIdleSettings(parsedArguments.values.get('--set') ?? [], lanePolicies, io);
  warnOfIdleOptions(lanes, parsedArguments, io);
  const seed = numberOption(parsedArguments, '--seed', { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? 1;
  const { arrivals, notes } = readArrivals(io, path, {}, requestedDirection(parsedArguments));
  for (const note of notes) io.err(`${path}: ${note}`);
  const reports: Report[] = [];
  const writesCsv = format === 'csv';
  const hasSeveralLanes = lanes.length > 1;
  // Then the policy does not tell a lane.
  const hasNames = new Set(lanePolicies).size < lanes.length;
  const laneColumns = [...(hasSeveralLanes ? ['policy'] : []), ...(hasNames ? ['name'] : [])];
  if (writesCsv) io.out(formatCsv([[...laneColumns, 'index', 'verdict', 'time_ns', 'reason']]));
  for (const lane of lanes) {
    const { port, policy, definition, isTc } = lane;
    const name = nameOfLane(lane, lanes);
    const { link, buffer } = resolveScenario(port);
    const isInPackets = buffer.unit === 'packets';
    const room = isInPackets ? { packets: buffer.limit } : { bytes: buffer.limit };
    const limit = isInPackets ? { limitPackets: buffer.limit } : { limitBytes: buffer.limit };
    const params = resolvedPolicyValues(port, definition, ownQueues(port, definition));
    const { rateBps } = link;
    const replayResult = replayArrivals(arrivals, {
      definition,
      values: params,
      rateBps,
      ...limit,
      seed,
      roundsEach: isTc || followsLinux(policy, params),
    });
    const laneCells = [policy, name].slice(0, laneColumns.length);
    if (writesCsv) writeRows(definition, replayResult, laneCells, io);
    else
      reports.push({
        policy,
        name,
        params,
        rateBps,
        buffer: room,
        seed,
        ...countPackets(arrivals, definition, replayResult),
      });
  }
  if (writesCsv) return;
  if (format === 'json') io.out(JSON.stringify(hasSeveralLanes ? reports : reports[0], null, 2));
  else io.out(formatReports(reports, hasNames));
}

/** A policy of `--policy`, or of a line of tc. */
interface ReplayedLane {
  readonly policy: string;
  readonly definition: PacketPolicyDefinition;
  readonly port: Scenario;
  readonly isTc: boolean;
}

/** As in a run; lanes whose buffers differ, as lines of tc have them, also name these. */
function nameOfLane({ port, policy, definition }: ReplayedLane, lanes: readonly ReplayedLane[]): string {
  const peers = lanes.filter((lane) => lane.policy === policy);
  const valuesOf = ({ policies }: Scenario) => policies[policy] ?? {};
  const name = laneName(
    { ...port, policies: {} },
    definition,
    valuesOf(port),
    peers.map((peer) => valuesOf(peer.port)),
  );
  const bufferOf = (scenario: Scenario) => formatBuffer(resolveScenario(scenario).buffer);
  const buffer = bufferOf(port);
  return peers.every((peer) => bufferOf(peer.port) === buffer) ? name : `${name}, buffer ${buffer}`;
}

const formatBuffer = ({ limit, unit }: { readonly limit: number; readonly unit: string }) => `${limit} ${unit}`;

/** Disciplines that only Linux has. */
const LINUX_POLICIES: readonly string[] = ['pfifo', 'bfifo', 'fq', 'cake', 'tbf'];

/** The policy is one of Linux, whose devices send each packet in a whole number of ns. */
function followsLinux(policy: string, params: Readonly<Record<string, ParameterValue>>): boolean {
  return params.variant === 'linux' || LINUX_POLICIES.includes(policy);
}

/** Options that change nothing for a policy. */
function warnOfIdleOptions(lanes: readonly ReplayedLane[], { values }: ParsedArguments, io: CommandIo): void {
  const resolvedLanes = lanes.map(({ port, policy, definition }) => ({
    policy,
    params: resolvedPolicyValues(port, definition, {}),
  }));
  if (values.has('--buffer'))
    for (const { policy, params } of resolvedLanes)
      if (followsLinux(policy, params) && hasOwnLimit(policy))
        io.err(`--buffer: no effect on ${policy}, which has a limit of its own`);
  const hasTicks = resolvedLanes.some(
    ({ params }) => ['linux', undefined].includes(params.variant as string) && params.kernelHz !== undefined,
  );
  if (values.has(KERNEL_HZ_OPTION) && !hasTicks)
    io.err(`${KERNEL_HZ_OPTION}: no effect; only fq, and pie and fq-pie with variant=linux, count ticks`);
}

/** The flows of a file are known: in a discipline of Linux each has its own queue, unless a setting says otherwise. */
function ownQueues({ policies }: Scenario, { id, parameters }: PacketPolicyDefinition): ParameterValues {
  const givenValues = policies[id] ?? {};
  return 'hash' in parameters && givenValues.variant === 'linux' && givenValues.hash === undefined
    ? { hash: 'number' }
    : {};
}

/**
 * The port as a scenario without sources, so that options get the same checks as in `run`.
 * @param tcSettings of the line of tc that the port belongs to; options replace them
 */
function requestedPort(
  path: string,
  policies: readonly string[],
  program: RequestedPolicies['program'],
  parsedArguments: ParsedArguments,
  tcSettings: readonly Setting[] = [],
): Scenario {
  const bareScenario: Scenario = {
    id: path,
    title: '',
    summary: '',
    citation: '',
    link: { delayMs: 0 },
    access: {},
    buffer: {},
    run: {},
    sources: {},
    policies: {},
  };
  const rate = parameterOption(parsedArguments, '--rate', linkParameters.rateBps);
  const bufferSettings = requestedBuffer(parsedArguments);
  if (bufferSettings.length > 0 && tcSettings.some(({ path: name }) => name.startsWith('buffer.')))
    throw new InputError(`--buffer: not allowed with ${TC_OPTION}, whose limit is the buffer`);
  const settings: Setting[] = [...tcSettings, ...bufferSettings];
  if (program !== undefined) settings.push(...programSettings(bareScenario, program.values, program.name));
  if (rate !== undefined) settings.push({ name: '--rate', path: 'link.rateBps', value: rate });
  for (const setting of parseSettingOptions(bareScenario, parsedArguments.values.get('--set') ?? [])) {
    if (
      !/^(link\.rateBps|buffer\.(packets|bytes))$/.test(setting.path) &&
      /^(link|access|buffer|run)\./.test(setting.path)
    )
      throw new InputError(
        `${setting.name}: has no effect on one port; allowed: link.rateBps, buffer.packets, buffer.bytes and parameters of policies`,
      );
    settings.push(setting);
  }
  settings.push(...requestedTicks(bareScenario, policies, parsedArguments));
  const lanes = chosenDefinitions(bareScenario, policies).map((definition) => ({ definition, values: {} }));
  const { problems } = validateSettings({ scenario: bareScenario, lanes }, settings);
  if (problems.length > 0) throw new InputError(problems.map(describeProblem).join('\n'));
  return withScenarioSettings(bareScenario, settings);
}

/** `--kernel-hz` for each policy that counts ticks; the others have no such parameter. */
function requestedTicks(
  bareScenario: Scenario,
  policies: readonly string[],
  parsedArguments: ParsedArguments,
): Setting[] {
  const text = parsedArguments.last(KERNEL_HZ_OPTION);
  if (text === undefined) return [];
  const value = checkedInput(KERNEL_HZ_OPTION, findPolicy('pie')?.parameters.kernelHz as Parameter, text);
  return chosenDefinitions(bareScenario, policies)
    .filter(({ parameters }) => Object.hasOwn(parameters, 'kernelHz'))
    .map(({ id }) => ({ name: KERNEL_HZ_OPTION, path: `${id}.kernelHz`, value }));
}

function requestedBuffer(parsedArguments: ParsedArguments): Setting[] {
  const text = parsedArguments.last('--buffer');
  if (text === undefined) return [];
  const [unit = '', number = ''] = text.split(/=(.*)/s);
  if (unit !== 'packets' && unit !== 'bytes')
    throw new InputError(`--buffer: ${text} is not allowed; allowed: packets=N or bytes=N`);
  const value = checkedInput(`--buffer ${unit}`, bufferParameters[unit], number);
  return [{ name: '--buffer', path: `buffer.${unit}`, value }];
}

function writeRows(
  definition: PacketPolicyDefinition,
  { outcome, timeNs, reason }: ReplayResult,
  laneCells: readonly string[],
  io: CommandIo,
): void {
  for (let from = 0; from < outcome.length; from += BLOCK_ROWS) {
    const rows = Array.from({ length: Math.min(BLOCK_ROWS, outcome.length - from) }, (_, offset) => {
      const index = from + offset;
      const id = definition.reasons[required(reason[index])]?.id;
      return [...laneCells, index, PACKET_OUTCOMES[required(outcome[index])], timeNs[index], id];
    });
    io.out(formatCsv(rows));
  }
}

function countPackets(arrivals: Arrivals, definition: PacketPolicyDefinition, replayResult: ReplayResult) {
  const totalTally = new FlowTally(-1, '');
  // A flow is a number of a class, as in a run.
  const byFlow = new Map<number, FlowTally>();
  const reasons: Record<string, number> = {};
  for (let index = 0; index < arrivals.count; index++) {
    const flow = required(arrivals.flow[index]);
    const classIndex = required(arrivals.classIndex[index]);
    const key = classIndex * 2 ** 32 + flow;
    let tally = byFlow.get(key);
    if (tally === undefined) {
      tally = new FlowTally(flow, required(arrivals.classes[classIndex]));
      byFlow.set(key, tally);
    }
    const outcome = required(PACKET_OUTCOMES[required(replayResult.outcome[index])]);
    const delayNs = required(replayResult.timeNs[index]) - required(arrivals.timeNs[index]);
    totalTally.add(outcome, delayNs);
    tally.add(outcome, delayNs);
    const id = definition.reasons[required(replayResult.reason[index])]?.id as string;
    reasons[id] = (reasons[id] ?? 0) + 1;
  }
  const flows = [...byFlow.values()]
    .sort((a, b) => a.flow - b.flow)
    .map((tally) => ({ flow: tally.flow, class: tally.className, ...tally.result() }));
  return { ...totalTally.result(), reasons, flows, digest: replayResult.digest };
}

/** Counts packets of all flows or of one flow, and stores the delays of the sent packets. */
class FlowTally {
  readonly flow: number;
  readonly className: string;
  private readonly verdicts = Object.fromEntries(PACKET_OUTCOMES.map((outcome) => [outcome, 0])) as OutcomeCounts;
  private readonly delaysNs: number[] = [];
  private arrivedPackets = 0;

  constructor(flow: number, className: string) {
    this.flow = flow;
    this.className = className;
  }

  add(outcome: PacketOutcome, delayNs: number): void {
    this.arrivedPackets++;
    this.verdicts[outcome]++;
    if (outcome === 'sent' || outcome === 'marked') this.delaysNs.push(delayNs);
  }

  result() {
    const { arrivedPackets, verdicts } = this;
    const sortedDelays = Float64Array.from(this.delaysNs).sort();
    const millisecondsOf = (ns: number | undefined) => (ns ?? 0) / 1e6;
    const quantile = (share: number) =>
      millisecondsOf(sortedDelays[Math.max(0, Math.ceil(share * sortedDelays.length) - 1)]);
    const sum = sortedDelays.reduce((total, ns) => total + ns, 0);
    const meanDelayMs = sortedDelays.length === 0 ? 0 : millisecondsOf(sum / sortedDelays.length);
    const delays = {
      meanDelayMs,
      p50DelayMs: quantile(0.5),
      p95DelayMs: quantile(0.95),
      maxDelayMs: millisecondsOf(sortedDelays.at(-1)),
    };
    return { arrived: arrivedPackets, verdicts, ...delays };
  }
}

/** @param hasNames whether names tell the lanes, because a policy has several */
function formatReports(reports: readonly Report[], hasNames: boolean): string {
  const head = ['arrived', ...PACKET_OUTCOMES, 'mean ms', 'p50 ms', 'p95 ms', 'max ms'];
  const cells = (row: Delays & { arrived: number; verdicts: OutcomeCounts }) => [
    String(row.arrived),
    ...PACKET_OUTCOMES.map((outcome) => String(row.verdicts[outcome])),
    ...[row.meanDelayMs, row.p50DelayMs, row.p95DelayMs, row.maxDelayMs].map((ms) => String(Number(ms.toPrecision(4)))),
  ];
  const nameOf = ({ policy, name }: Report) => (hasNames ? name : policy);
  const [first] = reports as readonly [Report];
  const buffers = reports.flatMap(({ buffer }) =>
    Object.entries(buffer).map(([unit, limit]) => formatBuffer({ unit, limit })),
  );
  const flows = reports.flatMap((report) =>
    report.flows
      .slice(0, MAX_SHOWN_FLOWS)
      .map((row) => [
        `${nameOf(report)} flow ${row.class === DEFAULT_CLASS_ID ? '' : `${row.class}.`}${row.flow}`,
        ...cells(row),
      ]),
  );
  const hiddenFlowCount = Math.max(0, first.flows.length - MAX_SHOWN_FLOWS);
  const reasons = reports.flatMap((report) =>
    Object.entries(report.reasons).map(([id, count]) => [`${nameOf(report)} ${id}`, String(count)]),
  );
  return [
    `one port, ${first.rateBps} bit/s, buffer of ${[...new Set(buffers)].join(', ')}, seed ${first.seed}`,
    '',
    alignColumns([['policy', ...head], ...reports.map((report) => [nameOf(report), ...cells(report)])]),
    '',
    alignColumns([['flow', ...head], ...flows]),
    ...(hiddenFlowCount > 0 ? [`and ${hiddenFlowCount} more flows: --json lists all`] : []),
    '',
    alignColumns([['reason', 'packets'], ...reasons]),
  ].join('\n');
}
