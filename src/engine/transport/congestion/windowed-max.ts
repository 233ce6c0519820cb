/**
 * The maximum of a stream over a window of time, with the best, second best and third best value only.
 * Source: Kathleen Nichols' algorithm, as in Linux (lib/win_minmax.c).
 */
import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
/** The largest value of the latest ones; time and values in the units of the caller. */
export class WindowedMax {
  private bestValue = DOUBLE_ZERO;
  private bestTime = 0;
  private second = DOUBLE_ZERO;
  private secondTime = 0;
  private third = DOUBLE_ZERO;
  private thirdTime = 0;
  private isEmpty = true;

  /** 0 before the first value. */
  get value(): number {
    return this.bestValue;
  }

  /**
   * Adds a value.
   * @param length values older than this do not count; in the units of `time`, which never decreases
   */
  add(time: number, value: number, length: number): void {
    if (this.isEmpty || value >= this.bestValue || time - this.thirdTime > length) {
      this.isEmpty = false;
      this.setBest(value, time);
      this.setSecond(value, time);
      this.setThird(value, time);
      return;
    }
    if (value >= this.second) {
      this.setSecond(value, time);
      this.setThird(value, time);
    } else if (value >= this.third) this.setThird(value, time);
    this.age(time, value, length);
  }

  /** The older ones leave, and the others come from later parts of the window than the best one. */
  private age(time: number, value: number, length: number): void {
    const age = time - this.bestTime;
    if (age > length) {
      this.shift(time, value);
      if (time - this.bestTime > length) this.shift(time, value);
    } else if (this.secondTime === this.bestTime && age > Math.floor(length / 4)) {
      this.setThird(value, time);
      this.setSecond(value, time);
    } else if (this.thirdTime === this.secondTime && age > Math.floor(length / 2)) this.setThird(value, time);
  }

  private shift(time: number, value: number): void {
    this.setBest(this.second, this.secondTime);
    this.setSecond(this.third, this.thirdTime);
    this.setThird(value, time);
  }

  private setBest(value: number, time: number): void {
    this.bestValue = value;
    this.bestTime = time;
  }

  private setSecond(value: number, time: number): void {
    this.second = value;
    this.secondTime = time;
  }

  private setThird(value: number, time: number): void {
    this.third = value;
    this.thirdTime = time;
  }
}
