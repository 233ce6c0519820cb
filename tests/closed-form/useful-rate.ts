/** The rate at which a flow's data is new at its receiver. */
import { FlowColumn } from '../../src/engine/metrics/flow-table.ts';
import type { Recorder } from '../../src/engine/metrics/recorder.ts';
import type { openRun } from '../../src/runs/open-run.ts';

/**
 * Runs to the end. Throughput is counted behind the queue, and the share of useful bytes is that of what came to the
 * queue, so their product would count the drops of the queue twice.
 * @returns useful bit/s of the first flow after the warm-up
 */
export function usefulBpsOf(run: ReturnType<typeof openRun>, warmupSeconds: number): number {
  const { recorder } = run as unknown as { readonly recorder: Recorder };
  const usefulBytes = () => recorder.flows.entries[FlowColumn.usefulBytes] as number;
  run.advance(warmupSeconds * 1e9);
  const before = usefulBytes();
  run.advance(run.endNs);
  return ((usefulBytes() - before) * 8e9) / (run.endNs - warmupSeconds * 1e9);
}
