/** A congestion control under watch: every call is checked against the contract in control.ts. */

import type { SenderPhases } from '../../../../src/engine/contract/sender-phases.ts';
import type {
  Acknowledgement,
  CongestionControl,
  CongestionControlDefinition,
  Connection,
} from '../../../../src/engine/transport/congestion/control.ts';

/** The rules of control.ts. A broken rule has its name here, so that a test can ask for it. */
export type ControlRule =
  | 'a reduced window is a number from 0'
  | 'a mark leaves no larger window'
  | 'the window is at least one segment'
  | 'a growing window keeps to the receiver’s window'
  | 'the pacing rate is positive'
  | 'reading the pacing rate changes nothing'
  | 'a phase is declared'
  | 'no field is added later'
  | 'a delivery log and onDelivery come together';

export interface Watch {
  readonly broken: Set<ControlRule>;
  /** The hooks that were called. */
  readonly called: Set<string>;
}

/** All state of a control, but not that of its connection and its log, which the sender changes. */
function stateOf(control: CongestionControl, connection: Connection): string {
  return JSON.stringify(control, (_, value: unknown) => {
    if (value === connection || value === control.deliveries) return undefined;
    return ArrayBuffer.isView(value) ? Object.values(value) : value;
  });
}

class CheckedControl implements CongestionControl {
  private readonly inner: CongestionControl;
  private readonly connection: Connection;
  private readonly phases: SenderPhases;
  private readonly watch: Watch;
  private readonly fields: string;
  readonly deliveries?: NonNullable<CongestionControl['deliveries']>;
  readonly pacingBps?: () => number;
  readonly onDelivery?: () => void;
  readonly onUndo?: () => void;

  constructor(inner: CongestionControl, connection: Connection, phases: SenderPhases, watch: Watch) {
    this.inner = inner;
    this.connection = connection;
    this.phases = phases;
    this.watch = watch;
    this.fields = Object.keys(inner).join();
    this.hold(
      'a delivery log and onDelivery come together',
      (inner.deliveries === undefined) === (inner.onDelivery === undefined),
    );
    if (inner.deliveries !== undefined) this.deliveries = inner.deliveries;
    if (inner.onDelivery !== undefined) this.onDelivery = () => this.run('onDelivery', () => inner.onDelivery?.());
    if (inner.onUndo !== undefined) this.onUndo = () => this.run('onUndo', () => inner.onUndo?.());
    if (inner.pacingBps !== undefined) this.pacingBps = () => this.rate();
  }

  get phase(): string | undefined {
    return this.inner.phase;
  }

  onAck(ack: Acknowledgement): void {
    const before = this.connection.congestionWindow;
    this.run('onAck', () => this.inner.onAck(ack));
    const { congestionWindow, receiverWindow } = this.connection;
    this.hold('a growing window keeps to the receiver’s window', congestionWindow <= Math.max(before, receiverWindow));
  }

  onLoss(flight: number): number {
    return this.reduce('onLoss', () => this.inner.onLoss(flight));
  }

  onMark(flight: number): number | undefined {
    const window = this.run('onMark', () => this.inner.onMark(flight));
    if (window === undefined) return undefined;
    this.hold('a mark leaves no larger window', window <= this.connection.congestionWindow);
    return this.reduce('onMark', () => window);
  }

  onTimeout(flight: number): number {
    return this.reduce('onTimeout', () => this.inner.onTimeout(flight));
  }

  private reduce(hook: string, call: () => number): number {
    const window = this.run(hook, call);
    this.hold('a reduced window is a number from 0', window >= 0 && Number.isFinite(window));
    return window;
  }

  private rate(): number {
    const before = stateOf(this.inner, this.connection);
    const bps = this.inner.pacingBps?.() ?? Number.NaN;
    this.hold('the pacing rate is positive', bps > 0);
    this.hold('reading the pacing rate changes nothing', stateOf(this.inner, this.connection) === before);
    return bps;
  }

  private run<Result>(hook: string, call: () => Result): Result {
    this.watch.called.add(hook);
    const result = call();
    const { phase } = this.inner;
    this.hold('a phase is declared', phase === undefined || Object.hasOwn(this.phases, phase));
    this.hold('the window is at least one segment', this.connection.congestionWindow >= 1);
    this.hold('no field is added later', Object.keys(this.inner).join() === this.fields);
    return result;
  }

  private hold(rule: ControlRule, isKept: boolean): void {
    if (!isKept) this.watch.broken.add(rule);
  }
}

/**
 * The same control under another id, with every connection under watch. Its own parameters are those of the original.
 */
export function watchControl(
  definition: CongestionControlDefinition,
  id: string,
): { readonly definition: CongestionControlDefinition; readonly watch: Watch } {
  const watch: Watch = { broken: new Set(), called: new Set() };
  const { parameters: _, ...rest } = definition;
  return {
    watch,
    definition: {
      ...rest,
      id,
      label: id,
      create: (connection, values, uniform) =>
        new CheckedControl(definition.create(connection, values, uniform), connection, definition.phases ?? {}, watch),
    },
  };
}
