/** The newest verdicts of a lane, from its frames. Drops and marks are kept longer than other verdicts. */

import type { VerdictKind } from '../../engine/contract/policy.ts';
import { type Frame, VERDICT_STRIDE, VerdictColumn } from '../../engine/frame/frame.ts';
import { rowAt } from '../../shared/tables.ts';

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

export class VerdictLog {
  private logs: Readonly<Record<VerdictKind, LoggedVerdict[]>> = { accept: [], mark: [], drop: [] };

  /** A copy, which later verdicts do not change. */
  get snapshot(): VerdictLog {
    const { accept, mark, drop } = this.logs;
    const copy = new VerdictLog();
    copy.logs = { accept: [...accept], mark: [...mark], drop: [...drop] };
    return copy;
  }

  /** @param kinds the effect of each reason, by its index */
  append(frame: Frame, kinds: readonly VerdictKind[]): void {
    this.removeAfter(frame.timeNs);
    const lastNs = Math.max(...Object.values(this.logs).map((log) => log.at(-1)?.timeNs ?? -1));
    // After going back in time, a frame may contain known verdicts again.
    const firstNs = frame.verdicts[VerdictColumn.timeNs] ?? Number.POSITIVE_INFINITY;
    this.add(frame.refusals, kinds, (timeNs) => timeNs > lastNs && timeNs < firstNs);
    this.add(frame.verdicts, kinds, (timeNs) => timeNs > lastNs);
    for (const log of Object.values(this.logs)) log.splice(0, log.length - MAX_ROWS_OF_KIND);
  }

  private add(verdicts: Float64Array, kinds: readonly VerdictKind[], isNew: (timeNs: number) => boolean): void {
    for (let index = 0; index < verdicts.length; index += VERDICT_STRIDE) {
      const entry = rowAt(verdicts, index);
      const timeNs = entry(VerdictColumn.timeNs);
      if (!isNew(timeNs)) continue;
      const reason = entry(VerdictColumn.reason);
      const kind = kinds[reason] ?? 'accept';
      this.logs[kind].push({
        timeNs,
        arrivedNs: entry(VerdictColumn.arrivedNs),
        serial: entry(VerdictColumn.serial),
        flow: entry(VerdictColumn.flow),
        classIndex: entry(VerdictColumn.classIndex),
        reason,
        waitingPackets: entry(VerdictColumn.waitingPackets),
        heldCells: entry(VerdictColumn.heldCells),
        heldOfVc: entry(VerdictColumn.heldOfVc),
        sequence: entry(VerdictColumn.sequence),
        kind,
        flags: entry(VerdictColumn.flags),
      });
    }
  }

  /** The newest verdicts of these kinds, newest first. */
  newestVerdicts(
    kinds: readonly VerdictKind[],
    maxRows: number,
    matches: (verdict: LoggedVerdict) => boolean,
  ): LoggedVerdict[] {
    return kinds
      .flatMap((kind) => this.logs[kind].filter(matches))
      .sort((a, b) => b.timeNs - a.timeNs || b.serial - a.serial)
      .slice(0, maxRows);
  }

  /** Deletes later verdicts: they are no longer valid. */
  removeAfter(timeNs: number): void {
    for (const log of Object.values(this.logs)) while ((log.at(-1)?.timeNs ?? -1) > timeNs) log.pop();
  }
}
