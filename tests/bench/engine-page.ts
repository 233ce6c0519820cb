/** The runs of the engine's benchmark in a page, or in Node as they are measured there: by the clock of the wall. */
import { type Measured, measure } from './engine-cases.ts';

/** Clocks of browsers show whole milliseconds or parts of them, and a slice lasts some tens of them. */
const SLICES = 4;

declare global {
  var measureRun: (name: string) => Measured;
}

globalThis.measureRun = (name) => measure(name, () => performance.now() * 1e3, SLICES);
