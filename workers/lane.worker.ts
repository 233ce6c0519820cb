/** A lane's worker: message in, engine call, message out. It simulates one run at a time. */
import { transferables } from '../src/engine/frame.ts';
import type { Simulation } from '../src/engine/simulation.ts';
import type { FromLane, ToLane } from '../src/protocol/messages.ts';
import { openRun } from '../src/studies/simulate.ts';

let simulation: Simulation | undefined;
let run = 0;

function answer(message: FromLane, transfer: ArrayBuffer[] = []): void {
  self.postMessage(message, { transfer });
}

function handle(message: ToLane): void {
  if (message.type === 'open') {
    run = message.run;
    const { scenario, policy, policyValues, seed, edits } = message;
    simulation = openRun({ scenario, policy, policyValues, seed, edits, watch: true });
    answer({ type: 'opened', run, description: simulation.description });
    return;
  }
  if (message.run !== run || simulation === undefined) return;
  if (message.type === 'edit') {
    simulation.edit(message.edit.path, message.edit.value);
    return;
  }
  const began = performance.now();
  simulation.advance(message.untilNs);
  const frame = simulation.frame();
  answer({ type: 'frame', run, frame, wallMs: performance.now() - began }, transferables(frame));
}

self.onmessage = (event: MessageEvent<ToLane>) => {
  try {
    handle(event.data);
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    simulation = undefined;
    answer({ type: 'failed', run: event.data.run, message, stack: stack ?? '' });
  }
};
