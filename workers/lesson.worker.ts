/** Measures runs for lessons. It gets a task and sends its progress and the result. */
import { type LimitedMeasureTask, measureRuns, measureWithinBudget } from '../src/lessons/measurement/measure-runs.ts';
import type { MeasureAnswer } from '../src/lessons/measurement/measured-run.ts';

const send = (answer: MeasureAnswer) => self.postMessage(answer);

self.onmessage = async ({ data }: MessageEvent<LimitedMeasureTask>) => {
  try {
    const programError =
      data.program === undefined ? undefined : await (await import('./shared/program.ts')).adoptProgram(data.program);
    if (programError !== undefined) throw programError;
    const onProgress = (progress: number) => send({ type: 'progress', progress });
    const { maxEvents } = data;
    const result =
      maxEvents === undefined
        ? measureRuns(data, onProgress)
        : measureWithinBudget({ remainingEvents: maxEvents }, data, onProgress);
    send({ type: 'result', result });
  } catch (error) {
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
send({ type: 'ready' });
