/** A run of a policy for cells, checked against the rules that hold at any time. */

import type { CellPolicyDefinition } from '../../src/engine/contract/policy.ts';
import { VC_STRIDE, VcColumn } from '../../src/engine/contract/policy-tables.ts';
import { CLASS_STRIDE, ClassColumn } from '../../src/engine/frame/frame.ts';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import type { Simulation } from '../../src/engine/simulation/simulation.ts';
import { type ObservedRunOptions, openObservedRun } from '../../src/judging/observed-run.ts';
import type { ParameterValues } from '../../src/params/schema.ts';
import { findPreset } from '../../src/scenarios/index.ts';

/** Of each run, s: some 50,000 cells. */
export const SECONDS = 0.15;

function shortened(id: string, buffer?: Scenario['buffer']): Scenario {
  const preset = findPreset(id);
  if (preset === undefined) throw new Error(`no preset is called ${id}`);
  const run = { ...preset.run, durationSeconds: SECONDS, warmupSeconds: 0 };
  return { ...preset, run, buffer: buffer ?? preset.buffer };
}

/** Five VCs of TCP; the same with so small a buffer that cells find no room. */
export const traffics: readonly Scenario[] = [shortened('goyal-r2'), shortened('hu-fig12', { cells: 600 })];
const vcRows = new Float64Array(64 * VC_STRIDE);

/** Broken rules that must hold at any time; empty if all hold. */
export function broken(simulation: Simulation): string[] {
  const { recorder, port } = simulation;
  const complaints: string[] = [];
  let balance = 0;
  for (let row = 0; row < recorder.classes.length; row += CLASS_STRIDE) {
    const cell = (column: number) => recorder.classes[row + column] as number;
    balance += cell(ClassColumn.arrivedPackets) - cell(ClassColumn.departedPackets) - cell(ClassColumn.droppedPackets);
  }
  const inside = recorder.waitingPackets + port.inServicePackets;
  if (balance !== inside) complaints.push(`${balance} frames should be inside, ${inside} are`);
  const vcs = port.attachedPolicy.listVcs?.(vcRows) ?? 0;
  let held = 0;
  for (let vc = 0; vc < vcs; vc++) held += vcRows[vc * VC_STRIDE + VcColumn.heldCells] as number;
  if (held > port.limitCells) complaints.push(`${held} cells in a buffer of ${port.limitCells}`);
  return complaints;
}

/** Runs to the end in steps, and looks at each. */
export function observed(
  scenario: Scenario,
  policy: CellPolicyDefinition,
  values: ParameterValues = {},
  extra: ObservedRunOptions = {},
) {
  const simulation = openObservedRun(scenario, policy, values, extra);
  const complaints = new Set<string>();
  for (let step = 1; step <= 50; step++) {
    simulation.advance(Math.round((simulation.endNs * step) / 50));
    for (const complaint of broken(simulation)) complaints.add(complaint);
  }
  return { simulation, complaints: [...complaints] };
}
