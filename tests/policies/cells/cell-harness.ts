/** A buffer of cells by hand, and a policy for cells before it. */
import fc from 'fast-check';
import type { CellHost, CellPolicy } from '../../../src/engine/contract/cell-policy.ts';
import { Explanation } from '../../../src/engine/contract/explanation.ts';
import type { CellPolicyDefinition } from '../../../src/engine/contract/policy.ts';
import { type ParameterValue, resolveValues } from '../../../src/params/schema.ts';
import { ReplaceableStream } from '../../replaceable-stream.ts';

/** Cells. */
export const LIMIT = 200;

type Given = Readonly<Record<string, ParameterValue>>;

interface Options {
  /** Cells of the VCs at the beginning; they arrive in this order. */
  readonly heldOf: readonly number[];
  readonly rates?: readonly number[];
  readonly limitCells?: number;
}

export class CellHarness {
  readonly policy: CellPolicy;
  readonly host;
  private readonly definition: CellPolicyDefinition;
  private readonly fifo: number[] = [];
  private slot = 0;

  constructor(
    definition: CellPolicyDefinition,
    values: Given,
    { heldOf, rates = heldOf.map(() => 1), limitCells = LIMIT }: Options,
  ) {
    this.definition = definition;
    this.host = {
      random: new ReplaceableStream(1, 'policy'),
      heldCells: 0,
      heldOf: new Int32Array(heldOf.length),
      limitCells,
      cellRate: 100,
      minimumCellRate: Float64Array.from(rates),
      explaining: true,
      explanation: new Explanation(),
    } satisfies CellHost;
    const context = { rateBps: 150e6, delayMs: 5, bufferPackets: limitCells };
    const resolved = resolveValues(definition.parameters, values, context);
    this.policy = definition.create(this.host, resolved);
    for (const [vc, cells] of heldOf.entries()) this.take(vc, cells);
  }

  /** The values of the next random draws. */
  draw(value: number): this {
    this.host.random.uniform = () => value;
    return this;
  }

  /** @returns the reason of the verdict on a frame of this VC */
  admit(vc: number, tagged: boolean): string {
    return this.definition.reasons[this.policy.admit(vc, tagged, 12)]?.id ?? '';
  }

  /** The operand of the last verdict, by its name. */
  operand(name: string): number {
    return this.host.explanation.operands[name] as number;
  }

  signal(index: number): number {
    const signals = new Float64Array(this.definition.hints.signals.length);
    this.policy.signals(signals);
    return signals[index] as number;
  }

  offer(vc: number): void {
    this.policy.onCellOffered?.(vc, this.slot);
  }

  take(vc: number, cells = 1): void {
    for (let cell = 0; cell < cells; cell++) {
      this.fifo.push(vc);
      this.host.heldCells++;
      this.host.heldOf[vc] = (this.host.heldOf[vc] as number) + 1;
      this.policy.onCellTaken?.(vc);
    }
  }

  send(cells = 1): void {
    for (let cell = 0; cell < cells; cell++) {
      const vc = this.fifo.shift() as number;
      this.slot++;
      this.host.heldCells--;
      this.host.heldOf[vc] = (this.host.heldOf[vc] as number) - 1;
      this.policy.onCellSent?.(vc, this.slot);
    }
  }

  rest(slots: number): void {
    this.slot += slots;
  }
}

export interface Frozen {
  readonly heldOf: readonly number[];
  readonly rates?: readonly number[];
  /** The value of the next random draw. */
  readonly draw?: number;
}

/** The verdict of a policy on a frame that finds this state. */
export function decide(
  definition: CellPolicyDefinition,
  values: Given,
  frozen: Frozen,
  vc: number,
  tagged: boolean,
): string {
  const harness = new CellHarness(definition, values, frozen);
  if (frozen.draw !== undefined) harness.draw(frozen.draw);
  return harness.admit(vc, tagged);
}

/** Three VCs of any fill, any weights. */
export const anything = fc.record({
  heldOf: fc.tuple(fc.nat(70), fc.nat(70), fc.nat(60)),
  rates: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })),
  draw: fc.double({ min: 0, max: 0.999, noNaN: true }),
});

export const RUNS = { numRuns: 10_000, seed: 1 };
