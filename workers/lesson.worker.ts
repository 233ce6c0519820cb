/** Measures what lessons ask of runs: a task in, its progress and what was found out. */
import { type MeasureTask, measure } from '../src/lessons/measuring/measure.ts';
import type { MeasureAnswer } from '../src/lessons/measuring/measured.ts';

const send = (answer: MeasureAnswer) => self.postMessage(answer);

self.onmessage = async ({ data }: MessageEvent<MeasureTask>) => {
  try {
    const wrong = data.program === undefined ? undefined : await (await import('./program.ts')).adopt(data.program);
    if (wrong !== undefined) throw wrong;
    send({ type: 'measured', measured: measure(data, (share) => send({ type: 'progress', share })) });
  } catch (error) {
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
send({ type: 'ready' });
