/** Does a task of an experiment: records the traffic of one place and plays it to every paradigm. */
import type { Scenario } from '../../../engine/scenario/scenario.ts';
import { required } from '../../../shared/required.ts';
import type { SearchTask, SearchTaskResult, StudyPoint } from '../../../studies/tasks.ts';
import { findExperiment, pointFlowCounts, scenarioOfPoint } from '../experiments.ts';
import { outcomeWithBuffer, smallestBuffer } from './buffer-search.ts';
import { type RecordedArrivals, recordArrivals } from './open-loop.ts';
import { Trials } from './trials.ts';

/** Common random numbers: the same seeds for all places. */
function replicationSeed(replication: number): number {
  return 1 + replication;
}

/** The traffic of the last place. The next place reuses it if only the buffer or the policies differ. */
let recording: { readonly key: string; readonly arrivals: readonly RecordedArrivals[] } = {
  key: '',
  arrivals: [],
};

function recordReplications(
  scenario: Scenario,
  replications: number,
  onProgress: (progress: number) => void,
): readonly RecordedArrivals[] {
  const { buffer: _, policies: __, ...traffic } = scenario;
  const key = JSON.stringify([traffic, replications]);
  if (recording.key === key) return recording.arrivals;
  recording = { key: '', arrivals: [] };
  const arrivals: RecordedArrivals[] = [];
  for (let replication = 0; replication < replications; replication++) {
    const reportRecording = (progress: number) =>
      onProgress((RECORDING_SHARE * (replication + progress)) / replications);
    reportRecording(0);
    arrivals.push(recordArrivals(scenario, replicationSeed(replication), reportRecording));
  }
  recording = { key, arrivals };
  return arrivals;
}

/** Part of a search for the recording. */
const RECORDING_SHARE = 0.3;

/** Records the traffic of a place, and plays it to every paradigm. */
export function searchBufferOfPoint(task: SearchTask, onProgress: (progress: number) => void): SearchTaskResult {
  const experiment = required(findExperiment(task.experiment));
  const point = experiment.places[task.place];
  const scenario = scenarioOfPoint(experiment, point, task.reading);
  const arrivals = recordReplications(scenario, task.replications, onProgress);
  const { paradigms, levels } = experiment;
  const [videos, data] = pointFlowCounts(point);
  const { x, line } = point;
  // A recording counts as simulated time even if another place has made it. So the count does not depend on the order
  // of places.
  let runCount = arrivals.length;
  const points = paradigms.flatMap((paradigm, index): StudyPoint[] => {
    const onReplication = () => onProgress(RECORDING_SHARE + ((1 - RECORDING_SHARE) * index) / paradigms.length);
    onReplication();
    const point = { experiment: experiment.id, x, line, paradigm, videos, data };
    if (levels.length === 0) {
      const result = outcomeWithBuffer(
        arrivals,
        scenario,
        paradigm,
        scenario.buffer.bytesPerFlow as number,
        onReplication,
      );
      runCount += result.replays;
      return [{ ...point, goodput: undefined, result }];
    }
    const trials = new Trials(arrivals, scenario, paradigm, onReplication);
    const searchResults = levels.map((goodput) => ({
      ...point,
      goodput,
      result: smallestBuffer(trials, { goodput }),
    }));
    runCount += trials.replays;
    return searchResults;
  });
  const seconds = arrivals[0]?.seconds ?? 0;
  return { kind: 'search', experiment: experiment.id, points, runs: runCount, simulatedSeconds: runCount * seconds };
}
