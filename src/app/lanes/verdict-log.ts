/** The newest verdicts of a lane, from its frames. Drops and marks are kept longer than other verdicts. */
import type { VerdictKind } from '../../engine/contract/policy.ts';
import { type Frame, VERDICT_STRIDE, VerdictColumn } from '../../engine/frame/frame.ts';

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
}

const MOST = 200;

export class VerdictLog {
  private readonly logs: Readonly<Record<VerdictKind, LoggedVerdict[]>> = { accept: [], mark: [], drop: [] };

  /** @param kinds the effect of each reason, by its index */
  append(frame: Frame, kinds: readonly VerdictKind[]): void {
    this.forgetAfter(frame.timeNs);
    const lastNs = Math.max(...Object.values(this.logs).map((log) => log.at(-1)?.timeNs ?? -1));
    // After going back in time, a frame may contain known verdicts again.
    const firstNs = frame.verdicts[VerdictColumn.timeNs] ?? Number.POSITIVE_INFINITY;
    this.add(frame.refusals, kinds, (timeNs) => timeNs > lastNs && timeNs < firstNs);
    this.add(frame.verdicts, kinds, (timeNs) => timeNs > lastNs);
    for (const log of Object.values(this.logs)) log.splice(0, log.length - MOST);
  }

  private add(verdicts: Float64Array, kinds: readonly VerdictKind[], isNew: (timeNs: number) => boolean): void {
    for (let at = 0; at < verdicts.length; at += VERDICT_STRIDE) {
      const timeNs = verdicts[at + VerdictColumn.timeNs] as number;
      if (!isNew(timeNs)) continue;
      const reason = verdicts[at + VerdictColumn.reason] as number;
      const kind = kinds[reason] ?? 'accept';
      this.logs[kind].push({
        timeNs,
        arrivedNs: verdicts[at + VerdictColumn.arrivedNs] as number,
        serial: verdicts[at + VerdictColumn.serial] as number,
        flow: verdicts[at + VerdictColumn.flow] as number,
        classIndex: verdicts[at + VerdictColumn.classIndex] as number,
        reason,
        waitingPackets: verdicts[at + VerdictColumn.waitingPackets] as number,
        heldCells: verdicts[at + VerdictColumn.heldCells] as number,
        heldOfVc: verdicts[at + VerdictColumn.heldOfVc] as number,
        sequence: verdicts[at + VerdictColumn.sequence] as number,
        kind,
      });
    }
  }

  /** The newest verdicts of these kinds, newest first. */
  newest(kinds: readonly VerdictKind[], most: number, wanted: (verdict: LoggedVerdict) => boolean): LoggedVerdict[] {
    return kinds
      .flatMap((kind) => this.logs[kind].filter(wanted))
      .sort((one, other) => other.timeNs - one.timeNs || other.serial - one.serial)
      .slice(0, most);
  }

  /** Deletes later verdicts: they are no longer valid. */
  forgetAfter(timeNs: number): void {
    for (const log of Object.values(this.logs)) while ((log.at(-1)?.timeNs ?? -1) > timeNs) log.pop();
  }
}
