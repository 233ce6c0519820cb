/** The tasks of papers and their judgements: functions of the results, whose values are kept for the next call. */
import { type JudgedPaper, judgePaper } from '../../papers/judge-paper.ts';
import { measurementPlan } from '../../papers/measurement-plan.ts';
import type { MeasurementMode, Paper } from '../../papers/paper.ts';
import type { TaskResults } from '../../papers/task-results.ts';
import type { Task } from '../../studies/tasks.ts';

/** All results at one moment. They do not change: new results make another object. */
export interface MeasuredResults extends Readonly<Record<MeasurementMode, TaskResults>> {
  /** The names of the tasks that are done. */
  readonly finishedTasks: ReadonlySet<string>;
}

type WeightOf = (task: Task) => number;

interface PaperMeasurement {
  readonly tasks: readonly Task[];
  readonly missingTasks: readonly Task[];
  readonly weightOf: WeightOf;
}

interface NamedPlan {
  readonly tasks: ReadonlyMap<string, Task>;
  readonly weightOf: WeightOf;
}

/** Plans and judgements by papers, mode and results. Each is computed once. */
export class PaperPlans {
  /** Requested plans, by mode and papers. They are requested again with every result. */
  private readonly plans = new Map<string, NamedPlan>();
  /** By results, then by mode and paper. Several parts of the page read them. */
  private readonly judgements = new WeakMap<MeasuredResults, Map<string, JudgedPaper>>();

  /** The tasks of a measurement, and those without a result. With the id of an experiment, only its tasks. */
  plan(
    papers: readonly Paper[],
    mode: MeasurementMode,
    { finishedTasks }: MeasuredResults,
    experiment?: string,
  ): PaperMeasurement {
    const { tasks: all, weightOf } = this.findPlan(papers, mode);
    const tasks = [...all].filter(
      ([, task]) => experiment === undefined || (task.kind === 'search' && task.experiment === experiment),
    );
    const missingTasks = tasks.filter(([name]) => !finishedTasks.has(name)).map(([, task]) => task);
    return { tasks: tasks.map(([, task]) => task), missingTasks, weightOf };
  }

  /** A paper, judged by results. */
  judge(paper: Paper, mode: MeasurementMode, results: MeasuredResults): JudgedPaper {
    const key = `${mode} ${paper.id}`;
    const judgedPapers = this.judgements.get(results) ?? new Map<string, JudgedPaper>();
    const judgedPaper = judgedPapers.get(key) ?? judgePaper(paper, results[mode]);
    this.judgements.set(results, judgedPapers.set(key, judgedPaper));
    return judgedPaper;
  }

  /** The tasks of a measurement by name. */
  findPlan(papers: readonly Paper[], mode: MeasurementMode): NamedPlan {
    const key = [mode, ...papers.map(({ id }) => id)].join(' ');
    const knownPlan = this.plans.get(key);
    if (knownPlan !== undefined) return knownPlan;
    const { tasks, weightOf } = measurementPlan(papers, mode);
    const plan = { tasks: new Map(tasks.map((task) => [taskName(task), task])), weightOf };
    this.plans.set(key, plan);
    return plan;
  }
}

/** A result is a function of this and of the code that runs it. */
export function taskName(task: Task): string {
  return JSON.stringify(task);
}
