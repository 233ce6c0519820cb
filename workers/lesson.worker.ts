/** Measures runs for lessons. It gets a task and sends its progress and the result. */
import { type MeasureTask, measureRuns } from '../src/lessons/measurement/measure-runs.ts';
import type { MeasureAnswer } from '../src/lessons/measurement/measured-run.ts';

const send = (answer: MeasureAnswer) => self.postMessage(answer);

self.onmessage = async ({ data }: MessageEvent<MeasureTask>) => {
  try {
    const programError =
      data.program === undefined ? undefined : await (await import('./shared/program.ts')).adoptProgram(data.program);
    if (programError !== undefined) throw programError;
    send({ type: 'measured', measuredRun: measureRuns(data, (progress) => send({ type: 'progress', progress })) });
  } catch (error) {
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
send({ type: 'ready' });
