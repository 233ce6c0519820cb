/**
 * The contract of control.ts for every congestion control, over networks that drop, mark and vary; and each rule broken
 * once.
 */
import { expect, test } from 'vitest';
import type { Scenario } from '../../../../src/engine/scenario/scenario.ts';
import { registerCongestionControl } from '../../../../src/engine/sources/control-registry.ts';
import type {
  CongestionControl,
  CongestionControlDefinition,
  Connection,
} from '../../../../src/engine/transport/congestion/control.ts';
import { loadedCongestionControls } from '../../../../src/engine/transport/congestion/loaded-controls.ts';
import { Reno } from '../../../../src/engine/transport/congestion/reno.ts';
import { openRun } from '../../../../src/runs/open-run.ts';
import { type ControlRule, type Watch, watchControl } from './checked-control.ts';

interface Network {
  readonly variant: 'newreno' | 'sack';
  readonly policy: 'droptail' | 'red-ecn' | 'codel';
  readonly lossRate: number;
}

const networks: readonly Network[] = [
  { variant: 'newreno', policy: 'red-ecn', lossRate: 0 },
  { variant: 'sack', policy: 'codel', lossRate: 0.01 },
  { variant: 'sack', policy: 'droptail', lossRate: 0 },
  { variant: 'newreno', policy: 'droptail', lossRate: 0.05 },
];

/** Two long flows and web pages, so that connections also start, end and rest. */
function runOn({ variant, policy, lossRate }: Network, congestion: string): void {
  const tcp = { kind: 'tcp', label: 'TCP', congestion, variant, ecn: true, windowPackets: 60 } as const;
  const scenario: Scenario = {
    id: 'test',
    title: 'test',
    summary: '',
    citation: '',
    link: { rateBps: 4e6, delayMs: 20, lossRate },
    access: { receiverDelayMs: 1 },
    buffer: { packets: 30 },
    run: { durationSeconds: 20 },
    sources: { tcp: { ...tcp, flows: 2, accessDelayMs: [1, 25] } },
    policies: { [policy]: policy === 'droptail' ? {} : { ecn: true } },
  };
  const run = openRun({ scenario, policy, seed: 5 });
  run.advance(run.endNs);
}

/**
 * Lets the control run under watch on all networks. A sender may stop the run when a rule is broken: the watch tells
 * which.
 */
function watchOnNetworks(original: CongestionControlDefinition, id: string): { watch: Watch; error: unknown } {
  const { definition, watch } = watchControl(original, id);
  registerCongestionControl(definition);
  try {
    for (const network of networks) runOn(network, id);
    return { watch, error: undefined };
  } catch (error) {
    return { watch, error };
  }
}

test.each([...loadedCongestionControls()])('$label keeps the rules', (definition) => {
  const { watch, error } = watchOnNetworks(definition, `watched-${definition.id}`);
  expect(error).toBeUndefined();
  expect([...watch.broken]).toEqual([]);
  // The runs reach every hook that the control has.
  const hooks = ['onAck', 'onLoss', 'onTimeout'];
  expect([...watch.called]).toEqual(expect.arrayContaining(hooks));
  expect(watch.called.has('onMark')).toBe(definition.codepoint !== 'none');
});

const create = (control: new (...given: ConstructorParameters<typeof Reno>) => CongestionControl) => ({
  create: (connection: Connection) => new control(connection),
});

/** For each rule a control that breaks it. */
const breaks: Readonly<Record<ControlRule, Partial<CongestionControlDefinition>>> = {
  'a reduced window is a number from 0': create(
    class extends Reno {
      override onLoss = () => Number.POSITIVE_INFINITY;
    },
  ),
  'a mark leaves no larger window': create(
    class extends Reno {
      override onMark = () => 2 * this.connection.congestionWindow;
    },
  ),
  'the window is at least one segment': create(
    class extends Reno {
      protected override grow(): void {
        this.connection.congestionWindow = 0.5;
      }
    },
  ),
  'a growing window keeps to the receiver’s window': create(
    class extends Reno {
      protected override grow(): void {
        this.connection.congestionWindow += 100;
      }
    },
  ),
  'the pacing rate is positive': create(
    class extends Reno {
      pacingBps = () => -1;
    },
  ),
  'reading the pacing rate changes nothing': create(
    class extends Reno {
      private reads = 0;
      pacingBps = () => 1e6 + ++this.reads;
    },
  ),
  'a phase is declared': create(
    class extends Reno {
      phase = 'slowStart';
    },
  ),
  'no field is added later': create(
    class extends Reno {
      protected override grow(): void {
        Object.assign(this, { grown: true });
      }
    },
  ),
  'a delivery log and onDelivery come together': create(
    class extends Reno {
      onDelivery(): void {}
    },
  ),
};

test.each(Object.entries(breaks))('a control is found that breaks the rule “%s”', (rule, broken) => {
  const [reno] = loadedCongestionControls() as readonly [CongestionControlDefinition];
  const { watch } = watchOnNetworks({ ...reno, ...broken }, `breaks-${rule}`);
  expect([...watch.broken]).toContain(rule);
});
