/** `study`: runs an experiment of a paper on all processors and prints its figures' points. */
import { describeProblem } from '../params/schema.ts';
import { brokenSource } from '../scenarios/limits.ts';
import { startParameter } from '../scenarios/paths.ts';
import {
  experiments,
  findExperiment,
  type Reading,
  scenarioOf,
  type TaskResult,
  tasksOf,
} from '../studies/bhattacharjee.ts';
import { inOrder, type Row, rowOf } from '../studies/figures.ts';
import { numberOption, parseArguments } from './arguments.ts';
import { BadInput, type Io } from './io.ts';
import { applySettings, loadScenario } from './scenario-argument.ts';
import { processors, runAll } from './task-pool.ts';

/** As in the paper (section 5). */
const REPLICATIONS = 20;
const MAX_REPLICATIONS = 1_000;
const MAX_JOBS = 256;

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
  const parsed = parseArguments(argv, ['--replications', '--jobs', '--set'], ['--json', '--csv'], 1);
  const [id] = parsed.rest;
  const experiment = id === undefined ? undefined : findExperiment(id);
  if (experiment === undefined) {
    const known = experiments.map(({ id: name, title }) => `${name} (${title})`).join(', ');
    throw new BadInput(`study: ${id ?? 'none'} is not known; allowed: ${known}`);
  }
  if (parsed.flags.has('--json') && parsed.flags.has('--csv')) throw new BadInput('--csv: not together with --json');
  const replications = numberOption(parsed, '--replications', { min: 1, max: MAX_REPLICATIONS }) ?? REPLICATIONS;
  const jobs = numberOption(parsed, '--jobs', { min: 1, max: MAX_JOBS }) ?? processors;
  const settings = settingsOf(io, experiment.preset, parsed.values.get('--set') ?? []);
  for (const place of experiment.places) {
    const broken = brokenSource(scenarioOf(experiment, place, settings));
    if (broken !== undefined) throw new BadInput(describeProblem(broken.problem));
  }
  const began = io.seconds();
  const failures: string[] = [];
  const say = progressLine(io, began);
  const results = await runAll(tasksOf(experiment, replications, settings), jobs, {
    progress: say,
    failed: (task, message) => failures.push(`${experiment.axis} ${experiment.places[task.place]?.x}: ${message}`),
  });
  const sum = (of: (result: TaskResult) => number) => results.reduce((total, result) => total + of(result), 0);
  const { title, figures, axis } = experiment;
  const report: Report = {
    study: experiment.id,
    title,
    figures,
    axis,
    replications,
    settings,
    jobs,
    runs: sum(({ runs }) => runs),
    simulatedSeconds: sum(({ simulatedSeconds }) => simulatedSeconds),
    wallSeconds: io.seconds() - began,
    failures,
    points: inOrder(results.flatMap(({ points }) => points).map(rowOf), experiment.paradigms),
  };
  if (parsed.flags.has('--json')) io.out(JSON.stringify(report, null, 2));
  else if (parsed.flags.has('--csv')) io.out(csvOf(report.points));
  else io.out(tableOf(report));
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

/** Values by path for the whole study; what the study itself varies is not among them. */
function settingsOf(io: Io, preset: string, texts: readonly string[]): Reading {
  const scenario = loadScenario(io, preset);
  const settings: Record<string, Reading[string]> = {};
  for (const text of texts) {
    const changed = applySettings(scenario, [text]);
    const path = text.slice(0, text.indexOf('='));
    if (startParameter(scenario, path) === undefined)
      throw new BadInput(`--set ${path}: not a value of the scenario; allowed: its sources, link, buffer and run`);
    const [group, key, rest] = path.split('.') as [string, string, string?];
    const values =
      group === 'sources'
        ? changed.sources[key]
        : (changed[group as 'link'] as Readonly<Record<string, Reading[string]>>);
    settings[path] = values?.[rest ?? key] as Reading[string];
  }
  return settings;
}

/** How far it is and how long it will take, on one line of the messages. */
function progressLine(io: Io, began: number): (done: number) => void {
  let said = 0;
  return (done) => {
    const now = io.seconds();
    if (now - said < 2 && done < 1) return;
    said = now;
    const left = done > 0.02 ? `, about ${Math.ceil(((now - began) * (1 - done)) / done)} s left` : '';
    io.err(`${Math.round(100 * done)} %${left}`);
  };
}

function csvOf(rows: readonly Row[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  const names = Object.keys(first) as (keyof Row)[];
  return [names.join(','), ...rows.map((row) => names.map((name) => row[name] ?? '').join(','))].join('\n');
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
