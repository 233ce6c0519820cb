/**
 * Messages between the page and a lane's worker, version 1. One worker simulates one lane. The page sends, the worker
 * answers `advance` with exactly one `frame` (or `failed`); everything else is answered only when it fails.
 */
import type { Frame, RunDescription } from '../engine/frame.ts';
import type { Scenario, Values } from '../engine/scenario.ts';
import type { Edit } from '../engine/simulation.ts';

export const PROTOCOL_VERSION = 1;

/** A change made while the run goes on. `policy.X` is parameter X of the lane's policy; other paths are the scenario's. */
export type LiveEdit = Edit;

export interface OpenLane {
  readonly type: 'open';
  readonly version: typeof PROTOCOL_VERSION;
  /** Names this run: answers carry it, so that late ones of an earlier run can be told. */
  readonly run: number;
  readonly scenario: Scenario;
  readonly policy: string;
  /** Values of the policy that differ from its defaults. */
  readonly policyValues: Values;
  readonly seed: number;
  readonly edits: readonly LiveEdit[];
}

export type ToLane =
  | OpenLane
  /** Simulate up to and including `untilNs`, then send a frame. `series: false` leaves the tables of packets out. */
  | { readonly type: 'advance'; readonly run: number; readonly untilNs: number }
  | { readonly type: 'edit'; readonly run: number; readonly edit: LiveEdit };

export type FromLane =
  | { readonly type: 'opened'; readonly run: number; readonly description: RunDescription }
  | { readonly type: 'frame'; readonly run: number; readonly frame: Frame; readonly wallMs: number }
  | { readonly type: 'failed'; readonly run: number; readonly message: string; readonly stack: string };
