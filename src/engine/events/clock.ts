/**
 * The simulated clock: runs events in their total order (time, priority, sequence). Time is a whole number of
 * nanoseconds. Simultaneous events run by priority, then in the order of their scheduling.
 */

import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import { CONSTANT_FIELDS } from '../state/checkpoint.ts';
import { EventQueue } from './event-queue.ts';
import { TimerQueue } from './timer-queue.ts';

/**
 * Order of events at one instant: departures, arrivals, the choice of a policy that needs all arrivals, timers,
 * samples, then live edits.
 */
export const EventPriority = { departure: 0, arrival: 1, service: 2, timer: 3, sample: 6, edit: 7 } as const;

/** Called when an event is due. `argument` is the value given to `schedule`. */
export interface EventHandler {
  onEvent(argument: number): void;
}

/** Stands in the place of a released timer: without a timer of its own, and without what that would keep. */
const RELEASED_TIMER = {
  onEvent(): void {
    throw new Error('an event for a timer that is closed');
  },
};

/** The clock of one run. Its time moves only in `runUntil`, and back only when a checkpoint is restored. */
export class Clock {
  nowNs = DOUBLE_ZERO;
  /** Events executed so far. */
  executedEventCount = 0;
  /** Packets and sources; sequence numbers of all events are taken here. */
  readonly queue = new EventQueue();
  /** Timers and all other events that can be cancelled. */
  readonly timers = new TimerQueue();
  private readonly handlers: EventHandler[] = [];
  /** Paths of the network: three of four events are theirs, and their call is always of one class or two. */
  private readonly paths: EventHandler[] = [];
  /** Most events that can be cancelled are a timer's: with a list of their own, their call is always of one class. */
  private readonly alarms: Pick<Timer, 'onEvent'>[] = [];
  /** Ids of released timers, which are used again. */
  private readonly releasedTimerIds: number[] = [];

  /** Registers a handler and returns its id for `schedule`. */
  register(handler: EventHandler): number {
    return this.handlers.push(handler) - 1;
  }

  /** As `register`, for a path of the network and `queue`: the id is a negative number, which no other handler has. */
  registerPath(path: EventHandler): number {
    return -this.paths.push(path);
  }

  /** Registers a timer and returns its id for `timers`: a negative number, which no handler has. */
  registerTimer(timer: Timer): number {
    const releasedId = this.releasedTimerIds.pop();
    if (releasedId === undefined) return -this.alarms.push(timer);
    this.alarms[~releasedId] = timer;
    return releasedId;
  }

  /**
   * Removes a timer that has no pending event and will never have one again. An event for it throws: it would be a bug.
   */
  releaseTimer(timerId: number): void {
    this.alarms[~timerId] = RELEASED_TIMER;
    this.releasedTimerIds.push(timerId);
  }

  /**
   * @param timeNs not before now
   * @returns a handle for `cancel`
   */
  schedule(timeNs: number, priority: number, handlerId: number, argument: number): number {
    return this.timers.schedule(timeNs, priority, this.queue.nextSequence(), handlerId, argument);
  }

  cancel(handle: number): boolean {
    return this.timers.cancel(handle);
  }

  /**
   * Runs every event up to and including `untilNs`, and leaves the clock there. Or stops after `events` events, at the
   * time of the last one; other events of this instant may still be due.
   * @returns whether every event up to `untilNs` has run
   */
  runUntil(untilNs: number, maxEventCount = Number.POSITIVE_INFINITY): boolean {
    const { queue, timers, handlers, paths, alarms } = this;
    // A number that counts down would be boxed at every event, because it begins as any value.
    const lastEventCount = this.executedEventCount + maxEventCount;
    for (;;) {
      const packetNs = queue.peekTimeNs();
      const timerNs = timers.peekTimeNs();
      const isTimer = timerNs < packetNs || (timerNs === packetNs && timers.peekOrder() < queue.peekOrder());
      const timeNs = isTimer ? timerNs : packetNs;
      if (!(timeNs <= untilNs) || timeNs === Number.POSITIVE_INFINITY) break;
      if (this.executedEventCount >= lastEventCount) return false;
      this.nowNs = timeNs;
      this.executedEventCount++;
      if (isTimer) {
        timers.pop();
        const { handlerId } = timers;
        if (handlerId < 0) alarms[~handlerId].onEvent();
        else handlers[handlerId].onEvent(timers.argument);
      } else {
        queue.pop();
        const { handlerId } = queue;
        if (handlerId < 0) paths[~handlerId].onEvent(queue.argument);
        else handlers[handlerId].onEvent(queue.argument);
      }
    }
    if (untilNs > this.nowNs) this.nowNs = untilNs;
    return true;
  }
}

/**
 * A timer that is moved often and rarely fires. A move to a later time costs no event: when the pending event runs, it
 * reads the new time.
 */
export class Timer {
  static readonly [CONSTANT_FIELDS] = ['clock', 'timerId', 'fire'];
  /** Time at which it fires, ns; Infinity while it is off. */
  deadlineNs = Number.POSITIVE_INFINITY;
  private pendingNs = Number.POSITIVE_INFINITY;
  /** The pending event in the queue. */
  private slot = 0;
  private generation = 0;
  private readonly clock: Clock;
  private readonly timerId: number;
  private readonly fire: () => void;

  constructor(clock: Clock, fire: () => void) {
    this.clock = clock;
    this.fire = fire;
    this.timerId = clock.registerTimer(this);
  }

  get isArmed(): boolean {
    return this.deadlineNs !== Number.POSITIVE_INFINITY;
  }

  set(deadlineNs: number): void {
    this.deadlineNs = deadlineNs;
    if (deadlineNs < this.pendingNs) this.moveEventForward();
  }

  stop(): void {
    this.deadlineNs = Number.POSITIVE_INFINITY;
  }

  /** Stops for good: the timer must not be set again. */
  close(): void {
    this.stop();
    this.cancelEvent();
    this.clock.releaseTimer(this.timerId);
  }

  onEvent(): void {
    this.pendingNs = Number.POSITIVE_INFINITY;
    if (!this.isArmed) return;
    if (this.deadlineNs > this.clock.nowNs) {
      this.postEvent();
      return;
    }
    this.deadlineNs = Number.POSITIVE_INFINITY;
    this.fire();
  }

  private moveEventForward(): void {
    this.cancelEvent();
    this.postEvent();
  }

  private cancelEvent(): void {
    if (this.pendingNs !== Number.POSITIVE_INFINITY) this.clock.timers.cancelPosted(this.slot, this.generation);
  }

  private postEvent(): void {
    const { queue, timers } = this.clock;
    this.pendingNs = this.deadlineNs;
    timers.dueNs = this.deadlineNs;
    timers.dueSequence = queue.nextSequence();
    this.slot = timers.post(EventPriority.timer, this.timerId, 0);
    this.generation = timers.generationOf(this.slot);
  }
}
