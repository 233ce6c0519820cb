/** The user's own line: one for the page. */
import { MyLine } from '../../app/line/my-line.ts';

export const myLine = new MyLine(
  () => new Worker(new URL('../../../workers/measurement.worker.ts', import.meta.url), { type: 'module' }),
);
