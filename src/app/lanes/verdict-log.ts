/** The newest verdicts of a lane, from its frames. Drops and marks are kept longer than other verdicts. */

import type { VerdictKind } from '../../engine/contract/policy.ts';
import { type Frame, VERDICT_STRIDE, VerdictColumn } from '../../engine/frame/frame.ts';
import { numberAt } from '../../shared/tables.ts';
import { NewestRows } from './newest-rows.ts';

/** A verdict in the list of the latest ones. */
export interface LoggedVerdict {
  readonly timeNs: number;
  /** Arrival of the packet at the port. */
  readonly arrivedNs: number;
  readonly serial: number;
  readonly flow: number;
  readonly classIndex: number;
  readonly reason: number;
  readonly waitingPackets: number;
  /** Cells in the buffer at its arrival, and cells of its own VC; NaN if packets are buffered. */
  readonly heldCells: number;
  readonly heldOfVc: number;
  readonly sequence: number;
  readonly kind: VerdictKind;
  /** Bits of `PacketFlag`. */
  readonly flags: number;
}

const MAX_ROWS_OF_KIND = 200;

const newestRows = () => new NewestRows(VERDICT_STRIDE, MAX_ROWS_OF_KIND);

/** The verdicts in three lists by their effect, each with a limited number of rows. */
export class VerdictLog {
  private logs: Readonly<Record<VerdictKind, NewestRows>> = {
    accept: newestRows(),
    mark: newestRows(),
    drop: newestRows(),
  };

  /** A copy, which later verdicts do not change. */
  get snapshot(): VerdictLog {
    const { accept, mark, drop } = this.logs;
    const copy = new VerdictLog();
    copy.logs = { accept: accept.copy, mark: mark.copy, drop: drop.copy };
    return copy;
  }

  /** @param kinds the effect of each reason, by its index */
  append(frame: Frame, kinds: readonly VerdictKind[]): void {
    this.removeAfter(frame.timeNs);
    const { accept, mark, drop } = this.logs;
    const lastNs = Math.max(accept.newestNs, mark.newestNs, drop.newestNs);
    // After going back in time, a frame may contain known verdicts again.
    const firstNs = frame.verdicts[VerdictColumn.timeNs] ?? Number.POSITIVE_INFINITY;
    this.add(frame.refusals, kinds, lastNs, firstNs);
    this.add(frame.verdicts, kinds, lastNs, Number.POSITIVE_INFINITY);
  }

  /** Adds the verdicts between two times. */
  private add(verdicts: Float64Array, kinds: readonly VerdictKind[], afterNs: number, beforeNs: number): void {
    for (let row = 0; row < verdicts.length; row += VERDICT_STRIDE) {
      const timeNs = numberAt(verdicts, row + VerdictColumn.timeNs);
      if (timeNs > afterNs && timeNs < beforeNs)
        this.logs[kinds[numberAt(verdicts, row + VerdictColumn.reason)] ?? 'accept'].add(verdicts, row);
    }
  }

  /** The newest verdicts of these kinds, newest first. */
  newestVerdicts(
    kinds: readonly VerdictKind[],
    maxRows: number,
    matches: (verdict: LoggedVerdict) => boolean,
  ): LoggedVerdict[] {
    return kinds
      .flatMap((kind) => newestMatches(this.logs[kind], kind, maxRows, matches))
      .sort((a, b) => b.timeNs - a.timeNs || b.serial - a.serial)
      .slice(0, maxRows);
  }

  /** Deletes later verdicts: they are no longer valid. */
  removeAfter(timeNs: number): void {
    for (const log of Object.values(this.logs)) log.removeWhile((rowNs) => rowNs > timeNs);
  }
}

function newestMatches(
  log: NewestRows,
  kind: VerdictKind,
  maxRows: number,
  matches: (verdict: LoggedVerdict) => boolean,
): LoggedVerdict[] {
  const foundVerdicts: LoggedVerdict[] = [];
  for (let row = log.rowCount - 1; row >= 0 && foundVerdicts.length < maxRows; row--) {
    const entry = log.at(row);
    const verdict = {
      timeNs: entry(VerdictColumn.timeNs),
      arrivedNs: entry(VerdictColumn.arrivedNs),
      serial: entry(VerdictColumn.serial),
      flow: entry(VerdictColumn.flow),
      classIndex: entry(VerdictColumn.classIndex),
      reason: entry(VerdictColumn.reason),
      waitingPackets: entry(VerdictColumn.waitingPackets),
      heldCells: entry(VerdictColumn.heldCells),
      heldOfVc: entry(VerdictColumn.heldOfVc),
      sequence: entry(VerdictColumn.sequence),
      kind,
      flags: entry(VerdictColumn.flags),
    };
    if (matches(verdict)) foundVerdicts.push(verdict);
  }
  return foundVerdicts;
}
