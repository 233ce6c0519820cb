/**
 * Writes a run as one file. It gets the lanes and sends its progress and the file. The page ends the worker to cancel
 * it.
 */

import { FILE_FORMATS } from '../src/export/file-formats.ts';
import { formatRunFile, recordingsFor } from '../src/export/format-files.ts';
import { LaneRecorder, type RecordedLaneData } from '../src/export/recorded-run.ts';
import { loadPolicies } from '../src/policies/load-policies.ts';
import { findPolicy } from '../src/policies/loaded-policies.ts';
import type { ExportTask, MessageFromExport } from '../src/protocol/export-messages.ts';
import { openRunOfPolicy } from '../src/runs/open-run-of-policy.ts';
import { playSamples } from '../src/runs/run-lanes.ts';

/** Shortest time between two reports of progress, ms. */
const MIN_REPORT_INTERVAL_MS = 50;

const send = (message: MessageFromExport<Blob>) => self.postMessage(message);

function recordLane(task: ExportTask, lane: number): RecordedLaneData {
  const { lanes, untilNs, format, options } = task;
  const run = lanes[lane] as ExportTask['lanes'][number];
  const policy = findPolicy(run.policy);
  if (policy === undefined) throw new Error(`unknown policy: ${run.policy}`);
  const simulation = openRunOfPolicy(policy, { ...run, allowsProbe: true });
  const recorder = new LaneRecorder(simulation, run.policy, lane, recordingsFor([format], options));
  let reportedMs = performance.now();
  playSamples(simulation, Math.min(untilNs, simulation.endNs), () => {
    recorder.addSample();
    if (performance.now() - reportedMs < MIN_REPORT_INTERVAL_MS) return;
    reportedMs = performance.now();
    send({ type: 'progress', progress: (lane + simulation.nowNs / untilNs) / lanes.length });
  });
  return recorder.record();
}

async function writeFile(task: ExportTask): Promise<void> {
  await loadPolicies();
  const program = task.lanes.find((lane) => lane.program !== undefined)?.program;
  if (program !== undefined) {
    const { adoptProgram } = await import('./shared/program.ts');
    const fault = await adoptProgram(program);
    if (fault !== undefined) throw fault;
  }
  const { aboutRun, scenario, edits, measured, format, options } = task;
  const lanes = task.lanes.map((_, index) => recordLane(task, index));
  const pieces = [...formatRunFile(format, { aboutRun, scenario, edits, lanes, measured }, options)];
  send({ type: 'done', file: new Blob(pieces, { type: FILE_FORMATS[format].type }) });
}

self.onmessage = ({ data }: MessageEvent<ExportTask>) => {
  writeFile(data).catch((error: unknown) =>
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
};
