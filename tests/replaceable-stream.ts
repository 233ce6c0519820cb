import { RandomStream } from '../src/engine/numbers/random.ts';

/** A random stream whose draws a test can replace: the engine's own cannot be changed. */
export class ReplaceableStream extends RandomStream {}
