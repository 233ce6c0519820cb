/** Writes one capture. It gets a run and sends its progress and the file. The page ends the worker to cancel it. */
import { Capture } from '../src/capture/writing/capture.ts';
import { resolveScenario } from '../src/engine/scenario/scenario.ts';
import { loadPolicies } from '../src/policies/load-policies.ts';
import { findPolicy } from '../src/policies/loaded-policies.ts';
import type { CaptureTask, MessageFromCapture } from '../src/protocol/capture-messages.ts';
import { openRunOfPolicy } from '../src/runs/open-run-of-policy.ts';

const MAX_CAPTURE_BYTES = 2 ** 30;
/** Number of progress messages. */
const PROGRESS_STEPS = 50;

const send = (message: MessageFromCapture<Blob>) => self.postMessage(message);

/** A file in parts. The browser can store finished parts on disk. */
class BlobWriter {
  private readonly blobs: Blob[] = [];
  private byteCount = 0;

  readonly add = (chunk: Uint8Array<ArrayBuffer>): void => {
    this.byteCount += chunk.length;
    if (this.byteCount > MAX_CAPTURE_BYTES)
      throw new Error('the file would be larger than 1 GiB; choose a shorter span or fewer interfaces');
    // It has its own copy of the bytes.
    this.blobs.push(new Blob([chunk]));
  };

  file(): Blob {
    return new Blob(this.blobs, { type: 'application/x-pcapng' });
  }
}

async function runCaptureTask({ lane, ...options }: CaptureTask): Promise<void> {
  await loadPolicies();
  if (lane.program !== undefined) {
    const { adoptProgram } = await import('./shared/program.ts');
    const fault = await adoptProgram(lane.program);
    if (fault !== undefined) throw fault;
  }
  const policy = findPolicy(lane.policy);
  if (policy === undefined) throw new Error(`unknown policy: ${lane.policy}`);
  const simulation = openRunOfPolicy(policy, { ...lane, allowsProbe: true });
  const parts = new BlobWriter();
  const scenario = resolveScenario(lane.scenario);
  const capture = Capture.ofRun(simulation, { ...options, scenario, write: parts.add });
  const endNs = Math.min(options.toNs, simulation.endNs);
  for (let step = 1; step <= PROGRESS_STEPS; step++) {
    simulation.advance(Math.round((endNs * step) / PROGRESS_STEPS));
    send({ type: 'progress', timeNs: simulation.nowNs, packets: capture.packetCount, bytes: capture.bytes });
  }
  capture.finish();
  send({ type: 'done', file: parts.file(), packets: capture.packetCount });
}

self.onmessage = ({ data }: MessageEvent<CaptureTask>) => {
  runCaptureTask(data).catch((error: unknown) =>
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
};
