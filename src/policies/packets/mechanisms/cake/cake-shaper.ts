/**
 * CAKE's shaper: a time before which no packet leaves, for the whole and for each tin. It has no burst. Source: Linux,
 * net/sched/sch_cake.c (cake_advance_shaper).
 */
import { type ByteTime, bytesNs } from './cake-rates.ts';

const NEXT_SLOT = 0;
const FAILSAFE_SLOT = 1;

/** The shaper of one link; times in ns. */
export class CakeShaper {
  private byteTime: ByteTime = { nsPerByte: 0, divisor: 1 };
  /** Times of the whole: the next packet, and the latest time at which one leaves although drops were charged. */
  private readonly times = new Float64Array(2);
  /** By tin: the time until which its share is used up. */
  private readonly nextOfTin: Float64Array;

  constructor(tinCount: number) {
    this.nextOfTin = new Float64Array(tinCount);
  }

  setRate(byteTime: ByteTime): void {
    this.byteTime = byteTime;
  }

  get hasRate(): boolean {
    return this.byteTime.nsPerByte > 0;
  }

  /** When the next packet may leave, ns; in the past if one may leave now. */
  get dueNs(): number {
    return Math.min(this.times[NEXT_SLOT], this.times[FAILSAFE_SLOT]);
  }

  /** How much longer a tin's share is used up, ns; at most 0 if it has a share left. */
  waitOf(tin: number, nowNs: number): number {
    return this.nextOfTin[tin] - nowNs;
  }

  /** A packet arrives in an empty tin: unused time is lost. */
  begin(tin: number, isAllEmpty: boolean, nowNs: number): void {
    const { times, nextOfTin } = this;
    nextOfTin[tin] = Math.max(nextOfTin[tin], nowNs);
    if (isAllEmpty && times[NEXT_SLOT] < nowNs) times.fill(nowNs);
  }

  /** Charges a packet to its tin and to the whole. A dropped one does not move the failsafe. */
  charge(tin: number, tinTime: ByteTime, bytes: number, nowNs: number, isDrop: boolean): void {
    const { times, nextOfTin, byteTime } = this;
    if (byteTime.nsPerByte === 0) return;
    const tinNs = bytesNs(tinTime, bytes);
    const allNs = bytesNs(byteTime, bytes);
    if (nextOfTin[tin] < nowNs) nextOfTin[tin] = nextOfTin[tin] + tinNs;
    else nextOfTin[tin] = Math.max(nextOfTin[tin], nowNs + tinNs);
    times[NEXT_SLOT] = times[NEXT_SLOT] + allNs;
    if (!isDrop) times[FAILSAFE_SLOT] = times[FAILSAFE_SLOT] + allNs + Math.floor(allNs / 2);
  }
}
