/** `study`: runs an experiment of a paper on all processors and prints its figures' points. */
import { csvOfRows } from '../app/csv.ts';
import {
  allExperiments,
  type Experiment,
  findExperiment,
  measuredIn,
  scenarioOf,
  tasksOf,
} from '../papers/bhattacharjee/experiments.ts';
import { bhattacharjeeMcKinnon } from '../papers/bhattacharjee/paper.ts';
import { type Row, tableOf as tableOfRows } from '../papers/bhattacharjee/rows.ts';
import { judgePaper } from '../papers/judge.ts';
import { Results } from '../papers/results.ts';
import type { JudgedClaim } from '../papers/verdict.ts';
import { describeProblem } from '../params/schema.ts';
import { startParameter } from '../scenarios/paths.ts';
import { problemOf } from '../scenarios/validate.ts';
import type { Reading } from '../studies/tasks.ts';
import { numberOption, parseArguments } from './arguments.ts';
import { BadInput, type Io } from './io.ts';
import { progressLine } from './progress.ts';
import { loadScenario, settingsFrom } from './scenario-argument.ts';
import { MAX_JOBS, processors, runAll } from './task-pool.ts';

/** As in the paper (section 5). */
const REPLICATIONS = 20;
const MAX_REPLICATIONS = 1_000;
const MOST_IDS = 16;

interface Report {
  readonly study: string;
  readonly title: string;
  readonly figures: string;
  readonly axis: string;
  readonly replications: number;
  readonly settings: Reading;
  readonly jobs: number;
  readonly runs: number;
  readonly simulatedSeconds: number;
  readonly wallSeconds: number;
  readonly failures: readonly string[];
  readonly points: readonly Row[];
}

export async function studyCommand(argv: readonly string[], io: Io): Promise<void> {
  const parsed = parseArguments(argv, ['--replications', '--jobs', '--set'], ['--json', '--csv'], MOST_IDS);
  const known = chosenOf(parsed.rest);
  if (parsed.flags.has('--json') && parsed.flags.has('--csv')) throw new BadInput('--csv: not allowed with --json');
  const order: Order = {
    replications: numberOption(parsed, '--replications', { min: 1, max: MAX_REPLICATIONS }) ?? REPLICATIONS,
    jobs: numberOption(parsed, '--jobs', { min: 1, max: MAX_JOBS }) ?? processors,
    settings: settingsOf(io, known, parsed.values.get('--set') ?? []),
  };
  const results = new Results();
  const reports: Report[] = [];
  const shared = known.filter(({ id }) =>
    known.some((other) => other.id !== id && measuredIn(other.id) === measuredIn(id)),
  );
  let whole: Report | undefined;
  for (const experiment of known) {
    if (!shared.includes(experiment)) reports.push(await run(experiment, order, results, io));
    else {
      const again = whole !== undefined;
      whole ??= await run(findExperiment(measuredIn(experiment.id)) as Experiment, order, results, io);
      reports.push(partOf(whole, experiment, results, again));
    }
  }
  const several = known.length > 1;
  const decided = several ? claimsBy(results) : [];
  if (parsed.flags.has('--json')) {
    io.out(JSON.stringify(several ? { studies: reports, claims: decided } : reports[0], null, 2));
  } else if (parsed.flags.has('--csv'))
    io.out(csvOfRows(reports.flatMap(({ study, points }, at) => tableOfRows(study, points, at === 0))));
  else io.out([...reports.map(tableOf), claimsOf(decided)].join('\n\n').trimEnd());
  const failures = reports.flatMap((report) => report.failures);
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

function chosenOf(ids: readonly string[]): readonly Experiment[] {
  if (ids.length === 1 && ids[0] === 'all') return allExperiments;
  const allowed = `${allExperiments.map(({ id, title }) => `${id} (${title})`).join(', ')}; or all`;
  if (ids.length === 0) throw new BadInput(`study: give one; allowed: ${allowed}`);
  return ids.map((id) => {
    const experiment = findExperiment(id);
    if (experiment === undefined) throw new BadInput(`study: ${id} is unknown; allowed: ${allowed}`);
    return experiment;
  });
}

interface Order {
  readonly replications: number;
  readonly jobs: number;
  readonly settings: Reading;
}

/** An experiment out of the one that finds its points too. Its runs are told once. */
function partOf(whole: Report, { id, title, figures, axis }: Experiment, results: Results, again: boolean): Report {
  const part = { ...whole, study: id, title, figures, axis, points: results.rows(id) };
  return again ? { ...part, runs: 0, simulatedSeconds: 0, wallSeconds: 0 } : part;
}

async function run(
  experiment: Experiment,
  { replications, jobs, settings }: Order,
  results: Results,
  io: Io,
): Promise<Report> {
  const began = io.seconds();
  const failures: string[] = [];
  await runAll(tasksOf(experiment, replications, settings), jobs, {
    done: (result) => results.add(result),
    progress: progressLine(io, began, experiment.id),
    failed: (task, message) => failures.push(`${experiment.axis} ${experiment.places[task.place]?.x}: ${message}`),
  });
  const { id, title, figures, axis } = experiment;
  const { runs, seconds } = results.spentOn(id);
  return {
    study: id,
    title,
    figures,
    axis,
    replications,
    settings,
    jobs,
    runs,
    simulatedSeconds: seconds,
    wallSeconds: io.seconds() - began,
    failures,
    points: results.rows(id),
  };
}

/** Values by path for the whole study; what the study itself varies is not among them. */
function settingsOf(io: Io, chosen: readonly Experiment[], texts: readonly string[]): Reading {
  const scenario = loadScenario(io, (chosen[0] as Experiment).preset);
  const settings: Record<string, Reading[string]> = {};
  for (const { path, value } of settingsFrom(scenario, texts)) {
    if (startParameter(scenario, path) === undefined)
      throw new BadInput(`--set ${path}: not a value of the scenario; allowed: its sources, link, buffer and run`);
    settings[path] = value;
  }
  for (const experiment of chosen)
    for (const place of experiment.places) {
      const problem = problemOf(scenarioOf(experiment, place, settings));
      if (problem !== undefined) throw new BadInput(describeProblem(problem));
    }
  return settings;
}

/** The claims that can be decided by several experiments. */
function claimsBy(results: Results): JudgedClaim[] {
  return judgePaper(bhattacharjeeMcKinnon, results).claims.map(({ id, sentence, verdict, evidence }) => ({
    ...{ id, sentence, verdict, evidence },
  }));
}

function claimsOf(decided: readonly JudgedClaim[]): string {
  return decided
    .map(({ id, verdict, sentence, evidence }) => `${id} ${verdict}: ${sentence}\n  ${evidence}`)
    .join('\n');
}

function tableOf(report: Report): string {
  const lines = [
    `${report.study}: ${report.title} (${report.figures})`,
    `${report.replications} replications, ${report.runs} runs, ${Math.round(report.simulatedSeconds)} simulated seconds in ${report.wallSeconds.toFixed(1)} s on ${report.jobs} threads`,
    '',
    `${'policy'.padEnd(12)}${'level'.padStart(6)}${'x'.padStart(9)}  ${'line'.padEnd(10)}${'b (bytes)'.padStart(10)}${'video goodput'.padStart(18)}${'worst'.padStart(8)}${'data'.padStart(8)}${'delay (ms)'.padStart(12)}`,
  ];
  const share = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(3));
  for (const row of report.points)
    lines.push(
      `${row.policy.padEnd(12)}${String(row.level ?? '').padStart(6)}${String(row.x).padStart(9)}  ${row.line.padEnd(10)}${String(row.bytesPerConnection ?? 'none').padStart(10)}${`${share(row.videoGoodput)} ± ${share(row.videoGoodputCi95)}`.padStart(18)}${share(row.worstVideoGoodput).padStart(8)}${share(row.dataGoodput).padStart(8)}${(row.meanDelayMs?.toFixed(2) ?? '–').padStart(12)}`,
    );
  return [...lines, `x: ${report.axis}`].join('\n');
}
