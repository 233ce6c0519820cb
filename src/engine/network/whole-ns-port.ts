/**
 * A port whose transmissions each take a whole number of nanoseconds, as the devices of Linux have it. Other
 * ports add the rest of a nanosecond to the next transmission, so that their rate is exact.
 */
import { CARRY_NS_SLOT, Port } from './port.ts';

/** The port of replays, whose arrivals and departures are compared with those of Linux. */
export class WholeNsPort extends Port {
  protected override serve(): void {
    this.times[CARRY_NS_SLOT] = 0;
    super.serve();
  }
}
