/** `run`: simulates a scenario under one or more policies and prints the figures. */
import type { PolicyDefinition } from '../../engine/contract/policy.ts';
import { resolveScenario, runParameters, type Scenario } from '../../engine/scenario/scenario.ts';
import type { ChosenFlow } from '../../export/sender-table.ts';
import { formatSummaryCsv, formatSummaryHeader } from '../../export/summary-csv.ts';
import { describeProblem, type ParameterValues } from '../../params/schema.ts';
import { resolvedPolicyValues } from '../../policies/policy-values.ts';
import { findPolicy, policyIds } from '../../policies/registry.ts';
import {
  combinedDigest,
  type LanesOptions,
  REPORT_NAMES,
  type ReportName,
  type RunReport,
  runLanesInSlices,
  type SlicedWork,
} from '../../runs/run-lanes.ts';
import { isNamedInTexts, withChangedTexts } from '../../scenarios/changed-texts.ts';
import { policyParameter } from '../../scenarios/paths.ts';
import { policyCaution } from '../../scenarios/rules/constraints.ts';
import { policyFits } from '../../scenarios/rules/policy-fit.ts';
import {
  draftWithSettings,
  type RunDraft,
  type Setting,
  validateSettings,
  withScenarioSettings,
} from '../../scenarios/rules/validate.ts';
import { presentFields } from '../../shared/present-fields.ts';
import { required } from '../../shared/required.ts';
import { Replications } from '../../studies/replicate.ts';
import type { ReportFormat } from '../command-work.ts';
import {
  numberOption,
  outputFormat,
  type ParsedArguments,
  parameterOption,
  parseArguments,
} from '../input/arguments.ts';
import { registerRequestedPolicies } from '../input/policy-file.ts';
import { DIRECTION_OPTION, requestedDirection } from '../input/read-arrivals.ts';
import {
  applyRatesFile,
  openScenario,
  parseCongestionOptions,
  parseSettingOptions,
  programSettings,
} from '../input/scenario-argument.ts';
import { isOfBuffer, type RequestedTcLane, requestedTcLanes, TC_OPTION } from '../input/tc-option.ts';
import { type CommandIo, InputError } from '../io.ts';
import { formatReportTable } from '../output/report.ts';
import { CAPTURE_OPTIONS, type CaptureRequest, createCaptureObserver, parseCaptureRequest } from './capture-option.ts';
import { EXPORT_OPTIONS, exportedHash, type FileRequest, RunFileWriter, readFileRequest } from './export-options.ts';
import { chosenFlow, FlowCsv, formatFlowCsvHead } from './flow-csv.ts';

const MAX_REPLICATIONS = 100_000;

interface RunCommandRequest {
  readonly scenario: Scenario;
  readonly policies: readonly string[];
  /** By lane: values of its own, which those of the scenario do not have. */
  readonly values: readonly ParameterValues[];
  readonly seed: number;
  readonly replications: number;
  readonly trace: string | undefined;
  /** A TCP flow, and the file for its sender. */
  readonly flow: (ChosenFlow & { readonly file: string }) | undefined;
  readonly capture: CaptureRequest | undefined;
  readonly files: FileRequest | undefined;
  /** URL of the run on the page, made on request. */
  readonly runUrl: () => string | undefined;
  readonly format: ReportFormat;
}

/** Runs the command, in slices of work: the runs can pause. */
export function* runCommand(argv: readonly string[], io: CommandIo): SlicedWork<void> {
  const request = parseRunRequest(argv, io);
  const replications = new Replications<RunReport, ReportName>(REPORT_NAMES);
  const digests: string[] = [];
  let lastRun: RunReport | undefined;
  yield* simulate(request, io, (report) => {
    if (lastRun === undefined && request.format === 'csv') io.out(formatSummaryHeader(report));
    lastRun = report;
    digests.push(report.digest);
    if (request.format === 'csv') io.out(formatSummaryCsv(report));
    else if (request.replications > 1) replications.add(report);
  });
  if (request.format === 'csv') return;
  const meanResult = replications.result();
  const result = meanResult === undefined ? lastRun : { ...meanResult, digest: combinedDigest(digests) };
  if (result === undefined) return;
  io.out(request.format === 'json' ? JSON.stringify(result, null, 2) : formatReportTable(result, request.replications));
}

/** The request in the arguments of the command. */
export function parseRunRequest(argv: readonly string[], io: CommandIo): RunCommandRequest {
  const valueOptions = [
    '--policy',
    '--set',
    '--congestion',
    '--seed',
    '--replications',
    '--duration',
    '--warmup',
    '--trace',
    '--policy-file',
    '--rates',
    DIRECTION_OPTION,
    TC_OPTION,
    '--flow',
    '--flow-csv',
    ...EXPORT_OPTIONS,
    ...CAPTURE_OPTIONS,
  ];
  const parsedArguments = parseArguments(argv, valueOptions, ['--json', '--csv'], 1);
  const format = outputFormat(parsedArguments);
  const {
    scenario: requestedScenario,
    program: inFile,
    lanes,
    seed: seedOfLink,
  } = openScenario(io, parsedArguments.positionals[0], requestedDirection(parsedArguments));
  const startScenario = applyRatesFile(io, requestedScenario, parsedArguments.last('--rates'));
  // The policies of the scenario before the settings: a setting of another policy does not add this policy.
  const tcLanes = requestedTcLanes(parsedArguments, resolveScenario(startScenario).link.rateBps, io);
  const { policies: namedPolicies, program } = registerRequestedPolicies(
    parsedArguments,
    tcLanes.length > 0 ? [] : (lanes?.map(({ policy }) => policy) ?? Object.keys(startScenario.policies)),
    io,
    inFile && { ...inFile, name: `${parsedArguments.positionals[0]}: its program` },
  );
  checkOneBuffer(tcLanes);
  const policies = [...namedPolicies, ...tcLanes.map(({ policy }) => policy)];
  const definitions = chosenDefinitions(startScenario, policies);
  // The lanes of a link or preset, unless other policies were requested.
  const openedValues =
    lanes?.length === namedPolicies.length && namedPolicies.every((id, index) => id === lanes[index]?.policy)
      ? lanes.map(({ values: ofLane }) => ofLane)
      : undefined;
  const startLanes = definitions.map((definition, lane) => ({ definition, values: openedValues?.[lane] ?? {} }));
  const base = { scenario: startScenario, lanes: startLanes };
  const ofProgram = program === undefined ? [] : programSettings(startScenario, program.values, program.name);
  const settings = parseRequestedSettings(
    base,
    [...tcSettings(tcLanes, namedPolicies.length), ...ofProgram],
    parsedArguments,
    io,
  );
  const changedDraft = draftWithSettings(base, settings);
  const laneValues = changedDraft.lanes.map(({ values: ofLane }) => ofLane);
  const isDescribed = !settings.some(({ path }) => isNamedInTexts(path));
  const scenario = isDescribed ? changedDraft.scenario : withChangedTexts(changedDraft.scenario);
  warnOfIdleSettings(parsedArguments.values.get('--set') ?? [], policies, io);
  warnOfCautions(scenario, policies, laneValues, io);
  const replications = numberOption(parsedArguments, '--replications', { min: 1, max: MAX_REPLICATIONS }) ?? 1;
  // The seed of the last replication must be valid too.
  const seed =
    numberOption(parsedArguments, '--seed', { min: 0, max: Number.MAX_SAFE_INTEGER - (replications - 1) }) ??
    seedOfLink ??
    1;
  return {
    scenario,
    policies,
    values: laneValues,
    seed,
    replications,
    trace: parsedArguments.last('--trace'),
    flow: requestedFlow(scenario, parsedArguments),
    capture: parseCaptureRequest(parsedArguments, policies, replications, resolveScenario(scenario)),
    files: readFileRequest(parsedArguments, scenario, replications),
    runUrl: () => exportedHash({ startScenario, scenario, settings, policies, values: laneValues, seed }),
    format,
  };
}

/**
 * The lanes of a run share the buffer.
 * @throws InputError
 */
function checkOneBuffer(tcLanes: readonly RequestedTcLane[]): void {
  const buffers = tcLanes.flatMap(({ settings }) => settings.filter(isOfBuffer));
  const [first] = buffers;
  const other = buffers.find(({ path, value }) => path !== first?.path || value !== first.value);
  if (first !== undefined && other !== undefined)
    throw new InputError(
      `${TC_OPTION}: ${first.path}=${first.value} and ${other.path}=${other.value} contradict each other; allowed: one limit, because the lanes share the buffer`,
    );
}

/** The settings of the lines: each policy's for its lane, so that several lanes can have one policy. */
function tcSettings(tcLanes: readonly RequestedTcLane[], firstLane: number): Setting[] {
  return tcLanes.flatMap(({ settings }, index) =>
    settings.map((setting) => (isOfBuffer(setting) ? setting : { ...setting, lane: firstLane + index })),
  );
}

function requestedFlow(scenario: Scenario, { values, last }: ParsedArguments): RunCommandRequest['flow'] {
  const [flow, file] = [last('--flow'), last('--flow-csv')];
  if (flow === undefined && file === undefined) return undefined;
  if (flow === undefined)
    throw new InputError('--flow-csv: --flow is missing; allowed: --flow CLASS.N --flow-csv FILE');
  if (file === undefined)
    throw new InputError('--flow: --flow-csv is missing; allowed: --flow CLASS.N --flow-csv FILE');
  if (values.has('--trace'))
    throw new InputError('--flow: not allowed with --trace; run the command twice for both files');
  return { ...chosenFlow(scenario, flow), file };
}

/**
 * The values that the options set: of the scenario and, in lanes of lines of tc, of the lanes.
 * @throws InputError
 */
function parseRequestedSettings(
  base: RunDraft,
  ownSettings: readonly Setting[],
  parsedArguments: ParsedArguments,
  io: CommandIo,
): readonly Setting[] {
  const startScenario = base.scenario;
  const optionSettings = [
    ...parseSettingOptions(startScenario, parsedArguments.values.get('--set') ?? []),
    ...parseCongestionOptions(startScenario, parsedArguments.values.get('--congestion') ?? []),
  ];
  // An option replaces what a line of tc says.
  const isReplaced = ({ path }: Setting) => optionSettings.some((option) => option.path === path);
  const chosenSettings = [...ownSettings.filter((setting) => !isReplaced(setting)), ...optionSettings];
  const settings = [
    ...chosenSettings,
    ...parseRunTimes(withScenarioSettings(startScenario, chosenSettings), parsedArguments, io),
  ];
  const { problems, warnings } = validateSettings(base, settings);
  if (problems.length > 0) throw new InputError(problems.map(describeProblem).join('\n'));
  for (const { name, given, why } of warnings) io.err(`${name}=${given}: no effect, because ${why}`);
  return settings;
}

/**
 * If only the duration is given and the scenario's warm-up would leave no measured time, the warm-up is shortened in
 * proportion.
 */
function parseRunTimes(scenario: Scenario, parsedArguments: ParsedArguments, io: CommandIo): Setting[] {
  const times = resolveScenario(scenario).run;
  const duration = parameterOption(parsedArguments, '--duration', runParameters.durationSeconds);
  const warmup = parameterOption(parsedArguments, '--warmup', runParameters.warmupSeconds);
  const settings: Setting[] = [];
  if (duration !== undefined) settings.push({ name: '--duration', path: 'run.durationSeconds', value: duration });
  if (warmup !== undefined) settings.push({ name: '--warmup', path: 'run.warmupSeconds', value: warmup });
  else if (duration !== undefined && duration <= times.warmupSeconds && times.warmupSeconds < times.durationSeconds) {
    const value = (times.warmupSeconds / times.durationSeconds) * duration;
    settings.push({ name: '--duration', path: 'run.warmupSeconds', value });
    io.err(`the warm-up is shortened to ${Number(value.toPrecision(3))} s, in proportion to the duration`);
  }
  return settings;
}

/**
 * The policies with these ids, in this order.
 * @throws InputError if one is unknown, or does not fit the traffic of the scenario
 */
export function chosenDefinitions(scenario: Scenario, policies: readonly string[]): readonly PolicyDefinition[] {
  return policies.map((id) => {
    const definition = findPolicy(id);
    if (definition === undefined) throw new InputError(`--policy: ${id} is unknown; allowed: ${policyIds.join(', ')}`);
    if (policyFits(scenario, definition)) return definition;
    const fittingPolicies = policyIds.filter((other) => policyFits(scenario, required(findPolicy(other))));
    throw new InputError(
      `--policy: ${id} does not fit the traffic of ${scenario.id}; allowed: ${fittingPolicies.join(', ')}`,
    );
  });
}

/** A setting of a policy that does not run has no effect, so it is probably a mistake. */
export function warnOfIdleSettings(settings: readonly string[], policies: readonly string[], io: CommandIo): void {
  const usedPolicies = new Set(policies.flatMap((id) => [id, findPolicy(id)?.parametersOf]));
  for (const setting of settings) {
    const policy = policyParameter(setting.slice(0, setting.indexOf('=')))?.definition.id;
    if (policy !== undefined && !usedPolicies.has(policy))
      io.err(`--set ${setting}: no effect, because ${policy} does not run`);
  }
}

function warnOfCautions(
  scenario: Scenario,
  policies: readonly string[],
  laneValues: readonly ParameterValues[],
  io: CommandIo,
): void {
  for (const [lane, id] of policies.entries()) {
    const definition = required(findPolicy(id));
    const caution = policyCaution(
      scenario,
      definition,
      resolvedPolicyValues(scenario, definition, laneValues[lane] ?? {}),
    );
    if (caution !== undefined) io.err(`${id}: ${caution}`);
  }
}

/** Runs with seeds seed, seed + 1, ... and passes on each report. All files are opened before the first run. */
function* simulate(request: RunCommandRequest, io: CommandIo, onReport: (report: RunReport) => void): SlicedWork<void> {
  const { scenario, policies, values, replications, trace, flow, capture } = request;
  const files = request.files && new RunFileWriter(request.files, request, io);
  let lines: ReturnType<CommandIo['openLines']> | undefined;
  try {
    if (trace !== undefined) lines = io.openLines(trace, '--trace');
    else if (flow !== undefined) lines = io.openLines(flow.file, '--flow-csv');
    const captureFiles = capture?.paths.map((path) => io.openBytes(path, '--pcapng')) ?? [];
    const hasNames = runsPolicyTwice(policies);
    if (flow !== undefined) lines?.write(formatFlowCsvHead(hasNames));
    for (let finishedCount = 0; finishedCount < replications; finishedCount++) {
      const seed = request.seed + finishedCount;
      const observers = [
        capture && createCaptureObserver(capture, captureFiles, scenario, seed, io),
        files?.observe,
      ].filter((observer) => observer !== undefined);
      const observe = observers.length > 0 && { observe: combineObservers(observers) };
      const options = { scenario, policies, values, seed, wallSeconds: () => io.seconds(), ...observe };
      const seedField = replications > 1 ? { seed } : {};
      if (lines === undefined) onReport(yield* runLanesInSlices(options));
      else if (flow === undefined)
        onReport(yield* runLanesInSlices({ ...options, trace: traceTo(lines, scenario, seedField, hasNames) }));
      else onReport(yield* withFlow(options, flow, lines));
    }
    files?.write();
  } finally {
    lines?.close();
    files?.close();
  }
}

/** Combines several observers of a lane. */
function combineObservers(
  observers: readonly NonNullable<LanesOptions['observe']>[],
): NonNullable<LanesOptions['observe']> {
  return (policy, simulation, lane) => {
    const laneObservers = observers.map((observer) => observer(policy, simulation, lane));
    return {
      onSample: () => {
        for (const { onSample } of laneObservers) onSample?.();
      },
      onEnd: () => {
        for (const { onEnd } of laneObservers) onEnd();
      },
    };
  };
}

/** A run whose lanes write the sender of one flow, one lane after the other. */
function* withFlow(
  options: LanesOptions,
  flow: ChosenFlow,
  lines: { write(line: string): void },
): SlicedWork<RunReport> {
  let flowCsv: FlowCsv | undefined;
  const report = yield* runLanesInSlices({
    ...options,
    probe: (policy, simulation, laneName) => {
      flowCsv?.end();
      const name = runsPolicyTwice(options.policies) ? laneName : undefined;
      flowCsv = new FlowCsv(simulation, flow, policy, options.seed, name, (line) => lines.write(line));
      return flowCsv.probe;
    },
  });
  flowCsv?.end();
  return report;
}

/** Then the policy does not tell a lane, and the name of each lane stands beside it. */
const runsPolicyTwice = (policies: readonly string[]): boolean => new Set(policies).size < policies.length;

/**
 * One JSON object for each verdict; with several replications it also has the seed.
 * @param hasNames with the names of the lanes
 */
function traceTo(
  lines: { write(line: string): void },
  scenario: Scenario,
  seedField: { readonly seed?: number },
  hasNames: boolean,
): NonNullable<LanesOptions['trace']> {
  const classes = Object.keys(scenario.sources);
  return (policy, record, name) => {
    const reason = policy.reasons[record.reason];
    const { timeNs, serial, flow, sequence, bytes, waitingPackets, operands, direction } = record;
    const line = {
      ...seedField,
      policy: policy.id,
      ...(hasNames && { name }),
      timeNs,
      packet: serial,
      flow,
      class: classes[record.classIndex],
      sequence,
      bytes,
      verdict: reason?.verdict,
      reason: reason?.id,
      operands,
      waitingPackets,
      ...presentFields({ direction }),
    };
    lines.write(JSON.stringify(line));
  };
}
