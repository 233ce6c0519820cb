/** `study`: runs an experiment of a paper on all processors, and prints the points of its figures. */
import { formatCsv } from '../../export/csv.ts';
import {
  allExperiments,
  type Experiment,
  experimentTasks,
  experimentWithSearch,
  findExperiment,
  scenarioOfPoint,
} from '../../papers/bhattacharjee/experiments.ts';
import { bhattacharjeeMcKinnon } from '../../papers/bhattacharjee/paper.ts';
import { type ExperimentRow, tableOfExperiment as tableOfRows } from '../../papers/bhattacharjee/rows.ts';
import { formatEvidence } from '../../papers/evidence-text.ts';
import { type JudgedPaperClaim, judgePaper } from '../../papers/judge-paper.ts';
import { weightOfTask } from '../../papers/measurement-plan.ts';
import { TaskResults } from '../../papers/task-results.ts';
import { describeProblem, type ParameterValues } from '../../params/schema.ts';
import { startParameter } from '../../scenarios/paths.ts';
import { scenarioProblem } from '../../scenarios/rules/validate.ts';
import { required } from '../../shared/required.ts';
import type { SearchTask } from '../../studies/tasks.ts';
import { type CommandWork, type GroupDuration, type ReportFormat, runCommandWork } from '../command-work.ts';
import { numberOption, outputFormat, type ParsedArguments, parseArguments } from '../input/arguments.ts';
import { openScenario, parseSettingOptions } from '../input/scenario-argument.ts';
import { type CommandIo, InputError } from '../io.ts';
import { jobsOption } from '../thread-pool.ts';

/** Number of replications in the paper (section 5). */
const DEFAULT_REPLICATIONS = 20;
const MAX_REPLICATIONS = 1_000;
const MAX_IDS = 16;
/** All experiments at once. */
const ALL_EXPERIMENTS = 'all';

interface Report {
  readonly study: string;
  readonly title: string;
  readonly figures: string;
  readonly axis: string;
  readonly replications: number;
  readonly settings: ParameterValues;
  readonly jobs: number;
  readonly runs: number;
  readonly simulatedSeconds: number;
  readonly wallSeconds: number;
  readonly failures: readonly string[];
  readonly points: readonly ExperimentRow[];
}

export interface StudyRequest {
  readonly kind: 'study';
  /** Ids of experiments. */
  readonly studies: readonly string[];
  readonly replications: number;
  readonly settings: ParameterValues;
}

export const studyOptions = ['--replications', '--set'] as const;

/** Runs the command: prints the points as text, JSON or CSV. */
export async function studyCommand(argv: readonly string[], io: CommandIo): Promise<void> {
  const parsedArguments = parseArguments(argv, [...studyOptions, '--jobs'], ['--json', '--csv'], MAX_IDS);
  const request = parseStudyRequest(parsedArguments.positionals, parsedArguments, io);
  await runCommandWork(studyWork(request), outputFormat(parsedArguments), jobsOption(parsedArguments), io);
}

/** @throws InputError */
export function parseStudyRequest(
  ids: readonly string[],
  parsedArguments: ParsedArguments,
  io: CommandIo,
): StudyRequest {
  const experimentsOfIds = chosenExperiments(ids);
  return {
    kind: 'study',
    studies: experimentsOfIds.map(({ id }) => id),
    replications:
      numberOption(parsedArguments, '--replications', { min: 1, max: MAX_REPLICATIONS }) ?? DEFAULT_REPLICATIONS,
    settings: parseSettings(io, experimentsOfIds, parsedArguments.values.get('--set') ?? []),
  };
}

/** The tasks of the experiments, and the report on their results. */
export function studyWork({ studies, replications, settings }: StudyRequest): CommandWork {
  const experiments = studies.map((id) => required(findExperiment(id)));
  // Experiments that share one search are measured once.
  const sharesSearch = ({ id }: Experiment) =>
    experiments.some((other) => other.id !== id && experimentWithSearch(other.id) === experimentWithSearch(id));
  const measuringExperimentId = (experiment: Experiment) =>
    sharesSearch(experiment) ? experimentWithSearch(experiment.id) : experiment.id;
  const measuredExperiments = [...new Set(experiments.map(measuringExperimentId))].map((id) =>
    required(findExperiment(id)),
  );
  const results = new TaskResults();
  const failures = new Map<string, string[]>(measuredExperiments.map(({ id }) => [id, []]));
  const createReports = (groupDurations: readonly GroupDuration[]) => {
    const fullReports = measuredExperiments.map((experiment, index): Report => {
      const { id, title, figures, axis } = experiment;
      const { runs, seconds } = results.spentOn(id);
      return {
        study: id,
        title,
        figures,
        axis,
        replications,
        settings,
        jobs: groupDurations[index]?.jobs ?? 0,
        runs,
        simulatedSeconds: seconds,
        wallSeconds: groupDurations[index]?.wallSeconds ?? 0,
        failures: failures.get(id) ?? [],
        points: results.rows(id),
      };
    });
    const reportedIds = new Set<string>();
    return experiments.map((experiment) => {
      const fullReport = required(fullReports.find(({ study }) => study === measuringExperimentId(experiment)));
      if (!sharesSearch(experiment)) return fullReport;
      const isRepeated = reportedIds.has(fullReport.study);
      reportedIds.add(fullReport.study);
      return reportOfExperiment(fullReport, experiment, results, isRepeated);
    });
  };
  return {
    groups: measuredExperiments.map((experiment) => ({
      name: experiment.id,
      tasks: experimentTasks(experiment, replications, settings),
      weightOf: weightOfTask,
    })),
    reportFormats: ['text', 'json', 'csv'],
    get failures() {
      return [...failures.values()].flat();
    },
    addResult: (result) => results.add(result),
    addFailure: (task, message) => {
      const { experiment, place } = task as SearchTask;
      const { axis, places } = required(findExperiment(experiment));
      failures.get(experiment)?.push(`${axis} ${places[place]?.x}: ${message}`);
    },
    formatReport: (format, groupDurations) => formatReports(format, createReports(groupDurations), results),
  };
}

function formatReports(format: ReportFormat, reports: readonly Report[], results: TaskResults): string {
  const hasSeveralReports = reports.length > 1;
  const judgedClaims = hasSeveralReports ? judgeClaims(results) : [];
  if (format === 'json')
    return JSON.stringify(hasSeveralReports ? { studies: reports, claims: judgedClaims } : reports[0], null, 2);
  if (format === 'csv')
    return formatCsv(reports.flatMap(({ study, points }, index) => tableOfRows(study, points, index === 0)));
  return [...reports.map(formatStudyTable), formatClaims(judgedClaims)].join('\n\n').trimEnd();
}

/** Whether this is the id of an experiment, or of all of them. */
export const isStudy = (id: string) => id === ALL_EXPERIMENTS || findExperiment(id) !== undefined;

function chosenExperiments(ids: readonly string[]): readonly Experiment[] {
  if (ids.length === 1 && ids[0] === ALL_EXPERIMENTS) return allExperiments;
  const allowedStudies = `${allExperiments.map(({ id, title }) => `${id} (${title})`).join(', ')}; or all`;
  if (ids.length === 0) throw new InputError(`study: a name is missing; allowed: ${allowedStudies}`);
  return ids.map((id) => {
    const experiment = findExperiment(id);
    if (experiment === undefined) throw new InputError(`study: ${id} is unknown; allowed: ${allowedStudies}`);
    return experiment;
  });
}

/** An experiment whose points another experiment measures too. Its runs are counted once. */
function reportOfExperiment(
  fullReport: Report,
  { id, title, figures, axis }: Experiment,
  results: TaskResults,
  isRepeated: boolean,
): Report {
  const report = { ...fullReport, study: id, title, figures, axis, points: results.rows(id) };
  return isRepeated ? { ...report, runs: 0, simulatedSeconds: 0, wallSeconds: 0 } : report;
}

/** Values by path for the whole study, without the values that the study varies. */
function parseSettings(io: CommandIo, experiments: readonly Experiment[], texts: readonly string[]): ParameterValues {
  const { scenario } = openScenario(io, required(experiments[0]).preset);
  const settings: Record<string, ParameterValues[string]> = {};
  for (const { path, value } of parseSettingOptions(scenario, texts)) {
    if (startParameter(scenario, path) === undefined)
      throw new InputError(`--set ${path}: not a value of the scenario; allowed: its sources, link, buffer and run`);
    settings[path] = value;
  }
  for (const experiment of experiments)
    for (const point of experiment.places) {
      const problem = scenarioProblem(scenarioOfPoint(experiment, point, settings));
      if (problem !== undefined) throw new InputError(describeProblem(problem));
    }
  return settings;
}

/** The judgement of the reports of studies on a claim that needs several experiments. */
interface JudgedClaim extends Pick<JudgedPaperClaim, 'id' | 'sentence' | 'verdict'> {
  /** The evidence in words. */
  readonly evidence: string;
}

function judgeClaims(results: TaskResults): JudgedClaim[] {
  return judgePaper(bhattacharjeeMcKinnon, results).claims.map(({ id, sentence, verdict, evidence }) => ({
    id,
    sentence,
    verdict,
    evidence: formatEvidence(evidence),
  }));
}

function formatClaims(judgedClaims: readonly JudgedClaim[]): string {
  return judgedClaims
    .map(({ id, verdict, sentence, evidence }) => `${id} ${verdict}: ${sentence}\n  ${evidence}`)
    .join('\n');
}

function formatStudyTable(report: Report): string {
  const lines = [
    `${report.study}: ${report.title} (${report.figures})`,
    `${report.replications} replications, ${report.runs} runs, ${Math.round(report.simulatedSeconds)} simulated seconds in ${report.wallSeconds.toFixed(1)} s on ${report.jobs} threads`,
    '',
    `${'policy'.padEnd(12)}${'level'.padStart(6)}${'x'.padStart(9)}  ${'line'.padEnd(10)}${'b (bytes)'.padStart(10)}${'video goodput'.padStart(18)}${'worst'.padStart(8)}${'data'.padStart(8)}${'delay (ms)'.padStart(12)}`,
  ];
  const formatShare = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(3));
  for (const row of report.points)
    lines.push(
      `${row.policy.padEnd(12)}${String(row.level ?? '').padStart(6)}${String(row.x).padStart(9)}  ${row.line.padEnd(10)}${String(row.bytesPerConnection ?? 'none').padStart(10)}${`${formatShare(row.videoGoodput)} ± ${formatShare(row.videoGoodputCi95)}`.padStart(18)}${formatShare(row.worstVideoGoodput).padStart(8)}${formatShare(row.dataGoodput).padStart(8)}${(row.meanDelayMs?.toFixed(2) ?? '–').padStart(12)}`,
    );
  return [...lines, `x: ${report.axis}`].join('\n');
}
